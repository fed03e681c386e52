import type { MachineLife, PlantEvent, PlantMachine } from './plant.types.ts'

/** A message as a machine's gateway sends it. */
export interface Message {
  readonly topic: string
  readonly text: string
  readonly retain: boolean
}

/** A frame of values measured `at`, ms since 1970. */
export interface Frame {
  readonly seq: number
  readonly ts: number
  readonly m: Readonly<Record<string, number>>
}

/** History goes out in portions, as the topics' rules have it. */
const historyFrames = 500

type Place = Pick<PlantMachine, 'site' | 'line' | 'code'>

const topicOf = ({ site, line, code }: Place, kind: string): string => `sf/v1/${site}/${line}/${code}/${kind}`
const message = (machine: Place, kind: string, body: unknown, retain = false): Message => ({
  topic: topicOf(machine, kind),
  text: JSON.stringify(body),
  retain,
})

/** The machine comes: what it is, and that it is there. */
export const birth = (machine: PlantMachine, boot: string, ts: number): readonly Message[] => [
  message(
    machine,
    'birth',
    {
      v: 1,
      boot,
      ts,
      profile: `${machine.profileCode}@${machine.profileVersion}`,
      fw: 'simulator',
      rate_ms: machine.rateMs,
    },
    true,
  ),
  link(machine, boot, ts, true),
]

/** It is there, or it is not. */
export const link = (machine: PlantMachine, boot: string, ts: number, online: boolean): Message =>
  message(machine, 'status', { online, boot, ts }, true)

/** The next frame of a machine; counts its sequence on. */
export function nextFrame(life: MachineLife, ts: number): Frame {
  life.seq += 1
  return { seq: life.seq, ts, m: Object.fromEntries(life.values) }
}

export const telemetry = (machine: PlantMachine, boot: string, frame: Frame): Message =>
  message(machine, 'telemetry', { v: 1, boot, ...frame })

/** What a gateway kept while it had no link. */
export function history(machine: PlantMachine, boot: string, frames: readonly Frame[]): Message[] {
  const messages: Message[] = []
  for (let start = 0; start < frames.length; start += historyFrames)
    messages.push(
      message(machine, 'history', { v: 1, boot, frames: frames.slice(start, start + historyFrames) }),
    )
  return messages
}

/** How the names of the two events of a breakdown end. */
export const faultEnds = { on: '-on', off: '-off' } as const
export type SinkEnds = typeof faultEnds

/** A breakdown that an earlier run told, under this name, and did not live to end. */
export interface LeftFault {
  readonly machine: Place
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

/** It is over: nobody plays it any more. */
export const ended = ({ machine, id, data }: LeftFault, ts: number): Message =>
  message(machine, 'event', {
    v: 1,
    id: id.slice(0, -faultEnds.on.length) + faultEnds.off,
    ts,
    type: 'alarm',
    data: { ...data, on: false },
  })

/** A fact, named after its run: the same seed plays the same jobs and breakdowns again. */
export function event(reported: PlantEvent, boot: string, ts: number): Message {
  const { machine, type } = reported
  if (reported.type === 'alarm') {
    const { fault, on, number } = reported
    const id = `${boot}-fault-${number}${on ? faultEnds.on : faultEnds.off}`
    return message(machine, 'event', { v: 1, id, ts, type, data: { ...fault, on } })
  }
  const { job, piece } = reported
  const data = { job, piece: piece.serial, order: piece.orderNo, kg: piece.kg }
  return message(machine, 'event', { v: 1, id: `${boot}-${piece.serial}-${type}`, ts, type, data })
}
