/** Values of the live stream that both sides use. No schemas here, so the browser may import the values. */

/** Topics of a stream. The server sends each of them at most once a second. */
export const liveTopics = ['machines', 'alarms'] as const
/** Topics of the office's stream: values, and `changes`, which says what other pages show may have changed. */
export const streamTopics = [...liveTopics, 'changes'] as const
export type StreamTopic = (typeof streamTopics)[number]
/** `wall`: items of one screen, on a stream of its own. */
export type LiveTopic = (typeof liveTopics)[number] | 'wall'

/** Maximum number of open streams of one kind (office values, wall screens) per session. */
export const streamsPerSession = 4

/** First event of every stream. */
export interface LiveHandshake {
  /** Build id of the front end that this server serves. */
  readonly build: string
  /** The server's clock, ms since 1970. */
  readonly now: number
}

/** The complete content of a topic, by key. */
export interface LiveKeyframe {
  readonly topic: LiveTopic
  /** Time of the content by the server's clock, ms since 1970. */
  readonly at: number
  readonly items: Readonly<Record<string, unknown>>
}

/** Changes since the previous event of the same topic. */
export interface LiveDelta {
  readonly topic: LiveTopic
  readonly at: number
  readonly set: Readonly<Record<string, unknown>>
  readonly gone: readonly string[]
}
