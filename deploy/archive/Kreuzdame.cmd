@echo off
rem Starts Kreuzdame and opens it in the browser; whoever closes this window ends it.
rem With words behind it, a command: Kreuzdame restore "C:\copy.sqlite3"
setlocal
title Kreuzdame
if not exist "%~dp0python\python.exe" (
    echo Bitte zuerst das ganze Archiv auspacken: Rechtsklick, "Alle extrahieren".
    echo Please unpack the whole archive first: right click, "Extract all".
    pause
    exit /b 1
)
rem Another Python on this computer is nobody's business here.
set "PYTHONHOME="
set "PYTHONPATH="
set "PYTHONNOUSERSITE=1"
set "WEASYPRINT_DLL_DIRECTORIES=%~dp0pango\bin"
set "FONTCONFIG_FILE=%~dp0pango\etc\fonts\fonts.conf"
"%~dp0python\python.exe" -P -m tournament.config.start %*
if errorlevel 1 pause
