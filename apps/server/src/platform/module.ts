import type { Write } from './db/handles.ts'
import type { Routes } from './http/routes.ts'
import type { LiveSource } from './live/snapshot-reader.ts'

/** A fixed-seed source of numbers for demo data: the same factory on every first start. */
export interface DemoContext {
  readonly plantId: number
  readonly now: Date
  /** From 0 up to, not including, 1. */
  random(): number
  /** Facts for later modules: `password` of the demo people, then ids by code (`user:planner`, `project:P-2026-01`). */
  readonly known: Map<string, string>
}

/** What a module gives the app. Built in its `module.ts`, listed in `app/modules.ts`. */
export interface Module {
  readonly name: string
  readonly routes: readonly Routes[]
  /** Tables that the nightly export leaves out: large, short-lived, and summed up in others. */
  readonly excludeFromBackup?: readonly string[]
  /** Topics that it sends over the live stream. */
  readonly live?: readonly LiveSource[]
  /** Since when its background work fails, run after run; null: it does not. */
  failingSince?(): Date | null
  /** Starts background work that runs on every instance; `close` stops it. */
  start?(): Promise<void>
  close?(): Promise<void>
  /**
   * Starts work that only one instance does: receiving machine data, tracking machines, timers that write. `onLeaderStop` ends it,
   * even if it started only in part. Both can be called several times.
   */
  onLeaderStart?(): Promise<void>
  onLeaderStop?(): Promise<void>
  /** Rows that every factory needs (shipped roles, profile library); run at each start, writes only what is missing. */
  prepare?(write: Write, plantId: number): Promise<void>
  /** Rows of the demo factory that rows of other modules refer to; run before the demo rows of all. */
  seedBase?(write: Write, context: DemoContext): Promise<void>
  /** Rows of the demo factory; run once, into an empty one. */
  demo?(write: Write, context: DemoContext): Promise<void>
}
