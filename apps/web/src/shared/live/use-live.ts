import { useEffect } from 'react'
import type { LiveFrame } from './frames.rules.ts'
import { type LiveLink, listenTo, useLiveStore } from './live-stream.ts'
import type { StreamTopic } from '@cloud-factory/domain/live/live-enums'

/** Current content of a topic, and the state of the link; null until the first data arrive. */
export function useLive(topic: Exclude<StreamTopic, 'changes'>): {
  readonly frame: LiveFrame | null
  readonly link: LiveLink
} {
  useEffect(() => listenTo(topic), [topic])
  const frame = useLiveStore(({ frames }) => frames[topic] ?? null)
  const link = useLiveStore((state) => state.link)
  return { frame, link }
}
