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

/** History is sent in portions, as the topic specification requires. */
const historyFrames = 500

type Place = Pick<PlantMachine, 'site' | 'line' | 'code'>

const topicOf = ({ site, line, code }: Place, kind: string): string => `sf/v1/${site}/${line}/${code}/${kind}`
const message = (machine: Place, kind: string, body: unknown, retain = false): Message => ({
  topic: topicOf(machine, kind),
  text: JSON.stringify(body),
  retain,
})

/** Birth of a machine: its description and its online status. */
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

/** Online or offline status. */
export const link = (machine: PlantMachine, boot: string, ts: number, online: boolean): Message =>
  message(machine, 'status', { online, boot, ts }, true)

/** The next frame of a machine; increments its sequence number. */
export function nextFrame(life: MachineLife, ts: number): Frame {
  life.seq += 1
  return { seq: life.seq, ts, m: Object.fromEntries(life.values) }
}

export const telemetry = (machine: PlantMachine, boot: string, frame: Frame): Message =>
  message(machine, 'telemetry', { v: 1, boot, ...frame })

/** Frames that a gateway buffered while offline. */
export function history(machine: PlantMachine, boot: string, frames: readonly Frame[]): Message[] {
  const messages: Message[] = []
  for (let start = 0; start < frames.length; start += historyFrames)
    messages.push(
      message(machine, 'history', { v: 1, boot, frames: frames.slice(start, start + historyFrames) }),
    )
  return messages
}

/** Name endings of the two events of a breakdown. */
export const faultEnds = { on: '-on', off: '-off' } as const
export type SinkEnds = typeof faultEnds

/** A breakdown that an earlier run reported under this name but did not end. */
export interface LeftFault {
  readonly machine: Place
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

/** End of a breakdown whose run no longer exists. */
export const ended = ({ machine, id, data }: LeftFault, ts: number): Message =>
  message(machine, 'event', {
    v: 1,
    id: id.slice(0, -faultEnds.on.length) + faultEnds.off,
    ts,
    type: 'alarm',
    data: { ...data, on: false },
  })

/** An event with the run in its id, because the same seed repeats the same jobs and breakdowns. */
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
