import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import type { StateTimeline } from '@cloud-factory/domain/wall/wall-panels'

type Bands = StateTimeline['machines'][number]['bands']

/**
 * Bands of a row as one path per state, `width` wide: a row has at most six shapes, however often
 * its machine changed. Bands narrower than a pixel are drawn one pixel wide, so that short stops
 * stay visible.
 */
export function pathsOf(
  bands: Bands,
  span: { readonly from: number; readonly to: number },
  size: { readonly width: number; readonly height: number },
): ReadonlyMap<MachineState, string> {
  const paths = new Map<MachineState, string>()
  const scale = size.width / Math.max(1, span.to - span.from)
  for (const [at, { from, state }] of bands.entries()) {
    const begin = Math.max(from, span.from)
    const end = Math.min(bands[at + 1]?.from ?? span.to, span.to)
    if (end <= begin) continue
    const x = (begin - span.from) * scale
    const wide = Math.max(1, (end - begin) * scale)
    const box = `M${x.toFixed(1)} 0h${wide.toFixed(1)}v${size.height}h${(-wide).toFixed(1)}z`
    paths.set(state, (paths.get(state) ?? '') + box)
  }
  return paths
}

const hourMs = 3_600_000

/** Full hours between two instants, thinned out to at most `most` labels. */
export function hoursBetween(from: number, to: number, most: number): readonly number[] {
  const step = [1, 2, 3, 4, 6, 12, 24].find((hours) => (to - from) / (hours * hourMs) <= most) ?? 24
  const first = Math.ceil(from / (step * hourMs)) * step * hourMs
  const hours: number[] = []
  for (let at = first; at <= to; at += step * hourMs) hours.push(at)
  return hours
}
