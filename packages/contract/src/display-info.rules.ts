import type { DisplayInfo } from './display-info.ts'

/** Something that must be put right before publishing: where, and a word that the browser translates. */
export interface InfoProblem {
  readonly path: string
  readonly reason: string
}

interface Box {
  readonly xM: number
  readonly yM: number
  readonly widthM: number
  readonly depthM: number
}

/** Two boxes share more than an edge. A centimetre is forgiven: sizes are rounded to it. */
const overlap = (a: Box, b: Box): boolean =>
  a.xM + a.widthM > b.xM + 0.01 &&
  b.xM + b.widthM > a.xM + 0.01 &&
  a.yM + a.depthM > b.yM + 0.01 &&
  b.yM + b.depthM > a.yM + 0.01

/** Places of those that overlap one before them. */
const overlapping = (boxes: readonly Box[]): number[] =>
  boxes.flatMap((box, place) => (boxes.slice(0, place).some((before) => overlap(box, before)) ? [place] : []))

/** Places of those that were there before under the same key. */
function repeated(keys: readonly string[]): number[] {
  const first = new Map<string, number>()
  return keys.flatMap((key, place) => {
    if (first.has(key)) return [place]
    first.set(key, place)
    return []
  })
}

/** What keeps a draft from being published; empty = nothing. */
export function infoProblems(info: DisplayInfo): InfoProblem[] {
  const at = (list: string, places: readonly number[], reason: string, field = ''): InfoProblem[] =>
    places.map((place) => ({ path: `${list}.${place}${field}`, reason }))
  const noticesEnding = info.notices.flatMap(({ from, until }, place) =>
    until !== null && until < from ? [place] : [],
  )
  const noticesEmpty = info.notices.flatMap(({ text }, place) => (text.zh === '' ? [place] : []))
  return [
    ...at('notices', noticesEnding, 'display.ends_before', '.until'),
    ...at('notices', noticesEmpty, 'display.no_text', '.text'),
    ...at(
      'targets',
      repeated(info.targets.map(({ month, processId }) => `${month} ${processId}`)),
      'display.twice',
    ),
    ...at('workshops', repeated(info.workshops.map(({ workshopId }) => workshopId)), 'display.twice'),
    ...at('workshops', overlapping(info.workshops), 'display.overlaps'),
    ...at('machines', repeated(info.machines.map(({ machineId }) => machineId)), 'display.twice'),
    ...at('machines', overlapping(info.machines), 'display.overlaps'),
  ]
}
