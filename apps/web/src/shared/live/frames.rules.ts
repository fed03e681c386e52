import type { LiveDelta, LiveKeyframe, LiveTopic } from '@cloud-factory/domain/live/live-enums'

/** Known content of a topic. */
export interface LiveFrame {
  readonly items: Readonly<Record<string, unknown>>
  /** Time of the content by the server's clock, ms since 1970. */
  readonly at: number
}
export type LiveFrames = Readonly<Partial<Record<LiveTopic, LiveFrame>>>

/** Frames from polling: each is the complete content of its topic. */
export const framesOf = (frames: readonly LiveKeyframe[]): LiveFrames =>
  Object.fromEntries(frames.map(({ topic, at, items }) => [topic, { at, items }]))

/** The frames after an event of the stream; the same object when the event changes nothing. */
export function framesAfter(frames: LiveFrames, event: string | undefined, text: string): LiveFrames {
  if (event === 'keyframe') {
    const { topic, at, items } = JSON.parse(text) as LiveKeyframe
    return { ...frames, [topic]: { at, items } }
  }
  if (event !== 'delta') return frames
  const { topic, at, set, gone } = JSON.parse(text) as LiveDelta
  const items: Record<string, unknown> = { ...frames[topic]?.items, ...set }
  for (const key of gone) delete items[key]
  return { ...frames, [topic]: { at, items } }
}
