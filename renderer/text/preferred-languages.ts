/** Tags that the system prefers, best first: by what the shell says, as its menus do, else by what the browser says. */
export function preferredLanguages(): readonly string[] {
  // the packaged shell has Chromium's texts in English alone, so that English is the browser's first there
  return window.deltascribeShell?.languages ?? navigator.languages
}
