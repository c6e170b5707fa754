/** Whole captions, in lower case and without a full stop. */
const NO_CHANGE: readonly RegExp[] = [
  // German
  /^(?:es (?:wurden?|gibt|gab|ist|sind) )?keine?(?:rlei)? (?:(?:sichtbaren?|erkennbaren?|wesentlichen?) )?(?:(?:ver)?änderung(?:en)?|unterschiede?)(?: (?:gefunden|festgestellt|erkannt|erkennbar|sichtbar|zu sehen|zu erkennen|vorhanden))?$/,
  /^(?:es hat sich nichts|nichts hat sich|nichts) (?:ge|ver)ändert$/,
  /^(?:alles|die szene) ist (?:gleich|unverändert)(?: geblieben)?$/,
  // Chinese
  /^(?:(?:这)?两[张幅])?(?:图像?|图片|画面|照片|场景)?(?:之间|中|里)?(?:并|均)?(?:没有?|未|毫?无)(?:发现|检测到|看到|发生|出现)?(?:任何)?(?:明显|可见)?的?(?:变化|改变|差异|区别|不同)$/,
]

/** Whether a whole caption says in German or Chinese that nothing changed. */
export function isTranslatedNoChange(caption: string): boolean {
  const text = caption
    .trim()
    .replace(/[.!。！]$/, '')
    .toLowerCase()
  return NO_CHANGE.some((pattern) => pattern.test(text))
}
