import type { LiveDelta, LiveKeyframe, LiveTopic } from '@cloud-factory/contract/live-enums'

/** What is known of a topic. */
export interface LiveFrame {
  readonly items: Readonly<Record<string, unknown>>
  /** When it was true by the server's clock, ms since 1970. */
  readonly at: number
}
export type LiveFrames = Readonly<Partial<Record<LiveTopic, LiveFrame>>>

/** Frames as they were asked for: each is all that its topic holds. */
export const framesOf = (frames: readonly LiveKeyframe[]): LiveFrames =>
  Object.fromEntries(frames.map(({ topic, at, items }) => [topic, { at, items }]))

/** The frames after an event of the stream; the same object when it says nothing of them. */
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
