/** Darkest background of the light theme and lightest of the dark theme behind coloured text. */
export const lightGround = '#eef1f5'
export const darkGround = '#1f1f1f'

type Rgb = readonly [number, number, number]

/** Contrast of two colours `#rrggbb` by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(rgb(one)), luminance(rgb(other))].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/**
 * The colour itself, or its nearest darker (on a light background) or lighter shade that is readable there (contrast
 * of at least 4.5 by default, WCAG 2 AA).
 */
export function readableOn(color: string, baseData: string, least = 4.5): string {
  const towards: Rgb = luminance(rgb(baseData)) > 0.4 ? [0, 0, 0] : [255, 255, 255]
  for (let step = 0; step < 50; step++) {
    const shade = mix(rgb(color), towards, step / 50)
    if (contrast(shade, baseData) >= least) return shade
  }
  return hex(towards)
}

/** A colour mixed with a share (0 to 1) of another one. */
export const mixed = (color: string, other: string, share: number): string =>
  mix(rgb(color), rgb(other), share)

function rgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const mix = (from: Rgb, to: Rgb, share: number): string =>
  hex(
    [0, 1, 2].map((at) => Math.round((from[at] ?? 0) * (1 - share) + (to[at] ?? 0) * share)) as [
      number,
      number,
      number,
    ],
  )

const hex = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
