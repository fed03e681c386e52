import type { Colouring, RecordColouring } from './member-states.ts'

export type Colour = readonly [red: number, green: number, blue: number]

const of = (hex: string): Colour =>
  [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]

/** Distinguishable side by side; grey is not begun, green is done, red is trouble. */
const fixed: Readonly<
  Record<Exclude<Colouring, 'process' | RecordColouring>, Readonly<Record<string, Colour>>>
> = {
  status: {
    planned: of('b4bcc8'),
    issued: of('8796aa'),
    in_process: of('2f7ed8'),
    to_inspect: of('8e5bd0'),
    accepted: of('35a853'),
    coated: of('0f9d8a'),
    packed: of('d9a514'),
    shipped: of('7a5534'),
    received: of('1b5e20'),
    erected: of('00b8d4'),
    ncr_open: of('d32f2f'),
    rework: of('ef6c00'),
  },
  lateness: {
    done: of('35a853'),
    in_time: of('2f7ed8'),
    late: of('ef6c00'),
    overdue: of('d32f2f'),
    unknown: of('9aa4b2'),
  },
  quality: {
    open: of('9aa4b2'),
    to_inspect: of('8e5bd0'),
    rework: of('ef6c00'),
    held: of('d9a514'),
    accepted: of('35a853'),
    ncr_open: of('d32f2f'),
  },
  change: {
    same: of('9aa4b2'),
    added: of('35a853'),
    moved: of('2f7ed8'),
    changed: of('ef6c00'),
    removed: of('d32f2f'),
  },
}

const done = of('35a853')
/** A member without a piece of the order, or one without a process, a lot or a load. */
export const noState = of('c9ced6')
const sequence = [
  '2f7ed8',
  '8e5bd0',
  'd9a514',
  '0f9d8a',
  'c2478b',
  '7a5534',
  '5b8c2a',
  'ef6c00',
  '30557f',
].map(of)

const states: Partial<Record<Colouring, Readonly<Record<string, Colour>>>> = fixed
/** States that say what is missing. */
const missing: ReadonlySet<string> = new Set(['none', 'no_lot', 'no_load'])

/** The colour of a state; processes, lots and loads have theirs by their place in the legend. */
export function colourOf(colouring: Colouring, state: string, at: number): Colour {
  const known = states[colouring]
  if (known !== undefined) return known[state] ?? noState
  if (state === 'done') return done
  return missing.has(state) ? noState : inSequence(at)
}

/** After the first round of colours follow lighter ones, then darker ones. */
function inSequence(at: number): Colour {
  const [red, green, blue] = sequence[at % sequence.length] ?? noState
  const round = Math.floor(at / sequence.length) % 3
  const shade = (value: number) =>
    Math.round(round === 0 ? value : round === 1 ? value + (255 - value) * 0.45 : value * 0.55)
  return [shade(red), shade(green), shade(blue)]
}

export const css = ([red, green, blue]: Colour): string => `rgb(${red} ${green} ${blue})`
