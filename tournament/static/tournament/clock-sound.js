// A tone for announcements, if the box is ticked. Remembered in this browser.
const box = document.getElementById("sound");
const KEPT = "kreuzdame-sound";
const TONES = [
  [0, 660],
  [0.35, 880],
];
let audio = null;

// Browsers play nothing before the user has touched the page.
function wake() {
  if (!box.checked) return;
  audio ??= new AudioContext();
  audio.resume();
}

function play() {
  wake();
  if (!box.checked) return;
  for (const [after, pitch] of TONES) {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const loudness = new GainNode(audio, { gain: 0.3 });
    tone.connect(loudness).connect(audio.destination);
    tone.start(audio.currentTime + after);
    tone.stop(audio.currentTime + after + 0.3);
  }
}

box.checked = localStorage.getItem(KEPT) === "on";
box.addEventListener("change", () => {
  localStorage.setItem(KEPT, box.checked ? "on" : "off");
  play(); // so that one hears the volume
});
document.addEventListener("pointerdown", wake);
document.addEventListener("keydown", wake);
document.addEventListener("announced", play);
