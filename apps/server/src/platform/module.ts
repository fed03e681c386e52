import type { Write } from './db/handles.ts'
import type { Routes } from './http/routes.ts'
import type { LiveSource } from './live/live-source.ts'

/** A fixed-seed source of numbers for demo data: the same factory on every first start. */
export interface DemoContext {
  readonly plantId: number
  readonly now: Date
  /** From 0 up to, not including, 1. */
  random(): number
  /** Facts for later features: `password` of the demo people, then ids by code (`user:planner`, `project:P-2026-01`). */
  readonly known: Map<string, string>
}

/** What a feature gives the app. Built by its `*.feature.ts` route, listed in `app/features.ts`. */
export interface Module {
  readonly name: string
  readonly routes: readonly Routes[]
  /** Tables that the nightly export leaves out: large, short-lived, and summed up in others. */
  readonly excludeFromBackup?: readonly string[]
  /** What it tells over the live stream. */
  readonly live?: readonly LiveSource[]
  /** Work that goes on while the server runs, on each of several instances; stopped by `close`. */
  start?(): Promise<void>
  close?(): Promise<void>
  /**
   * Work that one instance does for all: hearing machines, following them, timers that write. `onLeaderStop` ends it, also where it
   * began in part only; both can come again.
   */
  onLeaderStart?(): Promise<void>
  onLeaderStop?(): Promise<void>
  /** Rows that every factory needs (shipped roles, profile library); run at each start, writes only what is missing. */
  prepare?(write: Write, plantId: number): Promise<void>
  /** Rows of the demo factory that those of other features refer to; run before the demo rows of all. */
  seedBase?(write: Write, context: DemoContext): Promise<void>
  /** Rows of the demo factory; run once, into an empty one. */
  demo?(write: Write, context: DemoContext): Promise<void>
}
