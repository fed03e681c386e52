/** Most specific name first: Edge also calls itself Chrome, and Chrome calls itself Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/wxwork\//i, 'WeCom'],
  [/MicroMessenger\//, 'WeChat'],
  [/DingTalk\//, 'DingTalk'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/**
 * `Chrome · Windows`, by which users recognise their device. For other programs their own name; empty without a user
 * agent.
 */
export function deviceOf(userAgent: string): string {
  const named = [browsers, systems]
    .map((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1])
    .filter((name) => name !== undefined)
  return named.length > 0 ? named.join(' · ') : (userAgent.split(/[\s/(]/, 1)[0] ?? '').slice(0, 60)
}
