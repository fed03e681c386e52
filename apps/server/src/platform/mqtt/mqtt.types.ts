/** A received message. */
export interface MqttMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly qos: 0 | 1 | 2
  /** Repeated: the sender had no acknowledgement of the first copy (MQTT 5.0 §3.3.1.1). */
  readonly dup: boolean
  /** The broker stored it while nobody was subscribed: its age says nothing about its sender's clock. */
  readonly retained: boolean
  /** The sender's sign-in name; empty when an external broker does not provide it. */
  readonly sender: string
}

/**
 * Receives every message. The promise resolves when it may be acknowledged (QoS 1 and 2), not before its data are
 * stored. Never throws; null means nothing to wait for.
 */
export type Receive = (message: MqttMessage) => Promise<void> | null

export interface PublishOptions {
  readonly qos?: 0 | 1
  readonly retain?: boolean
}

/** What the app uses of MQTT, with any broker. */
export interface Mqtt {
  start(): Promise<void>
  /** Sent when the broker is connected; dropped when it is not. */
  publish(topic: string, payload: Buffer | string, options?: PublishOptions): void
  isConnected(): boolean
  /**
   * Sets the additional filters to subscribe to, besides those given at the start; replaces those of the last call.
   */
  hear(filters: readonly string[]): void
  /** Port of the embedded broker; null when it does not listen or the broker is an external one. */
  port(): number | null
  /**
   * Disconnects clients that signed in with this name. Does nothing with an external broker, which manages its own
   * clients.
   */
  disconnect(sender: string): void
  /**
   * Access for a part of this program that acts as a gateway, such as the simulator; ends with the process. With an
   * external broker it is the URL of the app itself.
   */
  guest(filters: readonly string[]): {
    readonly url: string
    readonly username?: string
    readonly password?: string
  }
  close(): Promise<void>
}

/** The permissions for a name and password; null: none. */
export interface Admission {
  /** Filters of topics it may publish to. */
  readonly topics: readonly string[]
}
