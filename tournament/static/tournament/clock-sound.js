// A gong at announcements, and a voice that reads them out, each if its box is ticked. Remembered in
// this browser. The voice is one of this device: others would send the words to somebody's server.
const TONES = [
  // Of a struck plate: pitch in hertz, loudness, seconds until it has faded.
  [196, 0.5, 3.6],
  [291, 0.3, 2.8],
  [397, 0.2, 2.1],
  [541, 0.12, 1.4],
  [668, 0.08, 0.9],
];
const VOICE_AFTER = 1600; // milliseconds: the gong has faded enough to understand words
const gong = document.getElementById("sound");
const voice = document.getElementById("voice");
let audio = null;

// Browsers play nothing before the user has touched the page.
function wake() {
  if (!gong.checked) return;
  audio ??= new AudioContext();
  audio.resume();
}

function strike() {
  wake();
  if (!gong.checked) return;
  const now = audio.currentTime;
  for (const [frequency, loudness, seconds] of TONES) {
    const tone = new OscillatorNode(audio, { frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0.0001, now);
    volume.gain.linearRampToValueAtTime(loudness, now + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(now);
    tone.stop(now + seconds);
  }
}

function ownVoice() {
  const { lang } = document.documentElement;
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  return voices.find((each) => each.localService && each.lang.startsWith(lang.slice(0, 2)));
}

function speak(words) {
  const own = ownVoice();
  if (!voice.checked || !own) return;
  const said = new SpeechSynthesisUtterance(words);
  said.voice = own;
  said.lang = own.lang;
  speechSynthesis.speak(said);
}

// Offered where the device has such a voice; browsers load them late.
function offerVoice() {
  voice.closest("label").hidden = !ownVoice();
}

function keep(box, key, tryIt) {
  box.checked = localStorage.getItem(key) === "on";
  box.addEventListener("change", () => {
    localStorage.setItem(key, box.checked ? "on" : "off");
    if (box.checked) tryIt(); // so that one hears the volume
  });
}

keep(gong, "kreuzdame-sound", strike);
keep(voice, "kreuzdame-voice", () => speak(voice.closest("label").innerText.trim()));
offerVoice();
globalThis.speechSynthesis?.addEventListener("voiceschanged", offerVoice);
document.addEventListener("pointerdown", wake);
document.addEventListener("keydown", wake);
document.addEventListener("announced", ({ detail }) => {
  strike();
  setTimeout(speak, gong.checked ? VOICE_AFTER : 0, detail);
});
