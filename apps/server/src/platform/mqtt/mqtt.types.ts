/** A message as it came. */
export interface MqttMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly qos: 0 | 1 | 2
  /** Sent once more: whoever sent it had not been told that it arrived (MQTT 5.0 §3.3.1.1). */
  readonly dup: boolean
  /** The broker kept it while nobody heard it: its age says nothing of its sender's clock. */
  readonly kept: boolean
  /** Who sent it, by the name it signed in with; empty when an outer broker does not say. */
  readonly sender: string
}

/**
 * Takes every message. The promise says when it may be acknowledged (QoS 1 and 2): not before what it says is kept.
 * Never throws; null = nothing to wait for.
 */
export type Receive = (message: MqttMessage) => Promise<void> | null

interface PublishOptions {
  readonly qos?: 0 | 1
  readonly retain?: boolean
}

/** What the app has of MQTT, whichever broker it is. */
export interface Mqtt {
  start(): Promise<void>
  /** Sent when the broker is reached; dropped when it is not. */
  publish(topic: string, payload: Buffer | string, options?: PublishOptions): void
  isConnected(): boolean
  /** What else is to be heard, besides what was said at the start; in place of what was said the last time. */
  hear(filters: readonly string[]): void
  /** Where the embedded broker listens; null: it does not, or the broker is another. */
  port(): number | null
  /** Cuts off whoever signed in by this name. The outer broker knows its own people: nothing is done there. */
  disconnect(sender: string): void
  /**
   * A way in for a part of this program that acts as a gateway, the simulator for one; ends with the process.
   * With an outer broker it is the URL of the app itself.
   */
  guest(filters: readonly string[]): {
    readonly url: string
    readonly username?: string
    readonly password?: string
  }
  close(): Promise<void>
}

/** What a name and password open: null = nothing. */
export interface Admission {
  /** Filters of topics it may publish to. */
  readonly topics: readonly string[]
}
