/** Words of the live stream that both sides use; no schema here, so the browser may import the values. */

/** What a stream can tell. The server sends each of them at most once a second. */
export const liveTopics = ['machines', 'alarms'] as const
/** `wall`: items of one screen, on a stream of its own. */
export type LiveTopic = (typeof liveTopics)[number] | 'wall'

/** So many streams of one kind (values of the office, wall screens) may one session have open. */
export const streamsPerSession = 4

/** First event of every stream. */
export interface LiveHandshake {
  /** The build of the browser part that this server hands out. */
  readonly build: string
  /** The server's clock, ms since 1970. */
  readonly now: number
}

/** All that a topic holds, by key. */
export interface LiveKeyframe {
  readonly topic: LiveTopic
  /** When it was true by the server's clock, ms since 1970. */
  readonly at: number
  readonly items: Readonly<Record<string, unknown>>
}

/** What has changed since the event before of the same topic. */
export interface LiveDelta {
  readonly topic: LiveTopic
  readonly at: number
  readonly set: Readonly<Record<string, unknown>>
  readonly gone: readonly string[]
}
