import type { ScreenSource } from '@cloud-factory/domain/displays/display-enums'
import { create } from 'zustand'
import { api } from '../../shared/api.ts'
import { isRequestFailure } from '../../shared/request.ts'
import { ownDevice } from '../../shared/own-device.ts'
import { useSession } from '../../shared/session.ts'
import type { Shown } from '../screen.types.ts'
import { clockDifference, guessClock } from './clock.ts'
import { keepFrame, storedFrame, leaveForSignIn, failedFor } from './leave.ts'
import { followScreen } from './wall-stream.ts'
import { useWall } from './wall.store.ts'

interface ScreenState {
  readonly shown: Shown | null
  /** Why the layout could not be read: HTTP status, 0 without a response; null: no failure. */
  readonly failure: number | null
}
export const useScreen = create<ScreenState>()(() => ({ shown: null, failure: null }))

/** The screen that this page should show; a TV has its own, whatever the address says. */
export interface ScreenSelection {
  readonly source: ScreenSource
  readonly id: string | null
  readonly draft: boolean
}

const longestPauseMs = 30_000
const storeEveryMs = 10_000
let failures = 0
let again: ReturnType<typeof setTimeout> | undefined

/**
 * Shows the screen: first its stored frame, then the server's data, for as long as the page lives.
 */
export async function openScreen(selection: ScreenSelection): Promise<void> {
  const stored = await storedFrame(selection.source)
  if (stored !== null) {
    guessClock(stored.ahead)
    useScreen.setState({ shown: stored.shown })
    useWall.setState({ items: stored.items, heardAt: stored.heardAt, stored: true })
  }
  await readScreen(selection)
  let known = versionsOf()
  useWall.subscribe(() => {
    if (isMoved()) return takeOther(selection)
    const now = versionsOf()
    if (now === known) return
    const first = known === null
    known = now
    // A new version is shown without reloading the page; the versions in the first event of the
    // stream are loaded already.
    if (!first || Number(now?.split(' ')[0]) !== useScreen.getState().shown?.no) void readScreen(selection)
  })
  setInterval(() => void keep(selection.source), storeEveryMs)
}

/** Longest time after which the server knows on all ways what a TV shows, ms. */
const settledMs = 3_000
let followedAt = 0

/** Whether this TV was given another screen, or its group was. */
function isMoved(): boolean {
  const { tvs } = useWall.getState().items
  const device = ownDevice()
  if (tvs === undefined || device === null || device in tvs) return false
  return performance.now() - followedAt > settledMs
}

/** Shows the screen that this TV has now, with a stream of its own. */
function takeOther(selection: ScreenSelection): void {
  // Before the store changes: its changes ask again whether the TV was moved.
  followedAt = performance.now()
  followScreen(null, () => undefined)
  void readScreen(selection)
}

/** Versions of layout and information according to the stream. */
function versionsOf(): string | null {
  const { screen } = useWall.getState().items
  return screen === undefined ? null : `${screen.layout} ${screen.info}`
}

async function keep(source: ScreenSource): Promise<void> {
  const [{ shown }, { items, heardAt, link }, ahead] = [
    useScreen.getState(),
    useWall.getState(),
    clockDifference(),
  ]
  if (shown === null || heardAt === null || link !== 'live' || ahead === null) return
  if (useSession.getState().token !== null) await keepFrame(source, { shown, items, heardAt, ahead })
}

async function readScreen(selection: ScreenSelection): Promise<void> {
  clearTimeout(again)
  try {
    const shown = await api('GET /api/screens/shown', { query: queryOf(selection) })
    failures = 0
    useScreen.setState({ shown, failure: null })
    follow(selection, shown)
  } catch (error) {
    const status = isRequestFailure(error) ? error.state : 0
    if (status === 401 || status === 403) return failedFor(status)
    failures += 1
    useScreen.setState({ failure: status })
    const pause = Math.min(longestPauseMs, 1_000 * 2 ** Math.min(failures - 1, 5))
    again = setTimeout(() => void readScreen(selection), pause * (0.5 + Math.random() / 2))
  }
}

const isDevice = (): boolean => useSession.getState().user?.permissionTags.includes('screen.view') === false

function queryOf({ id, source, draft }: ScreenSelection) {
  if (isDevice()) return {}
  return { ...(id === null ? { source } : { id }), ...(draft ? { draft: '1' as const } : {}) }
}

function follow(selection: ScreenSelection, shown: Shown): void {
  followedAt = performance.now()
  const query = new URLSearchParams(isDevice() ? {} : { screen: shown.id, source: shown.source })
  if (selection.draft && !isDevice()) query.set('draft', '1')
  const text = query.toString()
  followScreen(text === '' ? '' : `?${text}`, (status) => {
    if (status === 401) leaveForSignIn()
    else if (status === 403) failedFor(status)
    // The screen was deleted, or this TV was assigned another one.
    else if (status === 404) void readScreen(selection)
  })
}
