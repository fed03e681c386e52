import { dataKey } from '@cloud-factory/contract/displays/screen-options'
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { vitals, sendBeacon } from '../link/beacon.ts'
import { useSilence, useWall } from '../link/wall.store.ts'
import type { Layout, Panel, Shown } from '../screen.types.ts'
import { useSpeech } from '../labels.ts'
import { boxOf, fitInto, stageOf } from './frame.rules.ts'
import { greyness, idleTimeoutMs } from './trust.rules.ts'
import { typeVariables } from './type.rules.ts'
import { isQuiet, yieldedBoxes } from './yield.rules.ts'
import { Controls, PagePlace } from './controls.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { SimulationBand, Ticker } from './ticker.tsx'
import { CriticalAlarms, useHasCritical } from './takeover.tsx'
import { type ScreenCare, useIsDark, useScreenCare, usePage, usePageKeys } from './use-page.ts'
import { useSound } from './sound.ts'
import { WallHeader } from './wall-header.tsx'
import { spanOf } from '../figures.ts'
import type { CommandItem } from '@cloud-factory/domain/wall/wall-frame'
import { useNow } from '../link/clock.ts'
import { ownDevice } from '../../shared/own-device.ts'
import { useSession } from '../../shared/session.ts'

/** Survives a reload, so that a reload command runs only once. */
const doneKey = 'wall-command'

const doneNo = (): number => Number(sessionStorage.getItem(doneKey) ?? 0)

/** Carries out each command once. Returns the command to show now: identification or a message. */
function useCommands(goTo: (page: number) => void): CommandItem | null {
  const command = useWall(({ items }) => items.command)
  const now = useNow()
  useEffect(() => {
    if (command === undefined || !isForUs(command) || command.no <= doneNo()) return
    sessionStorage.setItem(doneKey, String(command.no))
    void sendBeacon(command.no)
    if (command.command === 'reload') location.reload()
    else if (command.command === 'page') goTo(command.page ?? 0)
    else if (command.command === 'picture') void import('../link/picture.ts').then((one) => one.sendPicture())
  }, [command, goTo])
  if (command === undefined || !isForUs(command) || command.until <= now) return null
  return command.command === 'identify' || command.command === 'message' ? command : null
}

const isForUs = ({ devices }: CommandItem): boolean => devices === null || devices.includes(ownDevice() ?? '')

// Loaded lazily: nobody opens it on a wall that hangs too high to touch.
const Explained = lazy(async () => ({ default: (await import('../explain/explained.tsx')).Explained }))
const Drawer = lazy(async () => ({ default: (await import('../drawer/drawer.tsx')).Drawer }))

interface Props {
  readonly shown: Shown
  readonly layout: Layout
}

/** The whole screen: one canvas, scaled once and centred on any TV. */
export function Stage({ shown, layout }: Props) {
  const simulated = shown.source === 'simulated'
  const stage = useMemo(() => stageOf(layout.canvas), [layout.canvas])
  const fit = fitInto(stage, useWindowSize())
  const compact = stage.width < 1400
  const pages = usePage(layout)
  usePageKeys(pages)
  const care = useScreenCare(layout, pages.minuteOfDay)
  const reported = useCommands(pages.goTo)
  const [explained, setExplained] = useState<Panel | null>(null)
  const [drawer, setDrawer] = useState(false)
  const sound = useSound(layout)
  const hasBanner = useHasCritical(layout.takeover)
  useEffect(() => void (vitals.page = pages.page), [pages.page])
  const { hold } = pages
  const dark = useIsDark()
  return (
    <div className={`wall-room ${dark ? 'is-dark' : ''}`} onPointerDown={hold}>
      <div
        className="wall-stage"
        data-testid="stage"
        style={{
          ...typeVariables,
          width: stage.width,
          height: stage.height,
          transform: `translate(${fit.left}px, ${fit.top}px) scale(${fit.scale})`,
        }}
      >
        <NoDataPattern />
        {!dark && (
          <>
            <Shifted care={care} below={simulated}>
              <WallHeader shown={shown} compact={compact} />
              <Page {...{ layout, simulated, hasBanner }} page={pages.page} onOpen={setExplained} />
              <Ticker />
            </Shifted>
            <CriticalAlarms level={layout.takeover} sound={sound.on} />
            <LinkBanner />
          </>
        )}
        {reported !== null && <Reported command={reported} shown={shown} />}
        <Suspense>
          {explained !== null && (
            <Explained
              key={dataKey(explained.kind, explained.options)}
              panel={explained}
              shown={shown}
              onClose={() => setExplained(null)}
            />
          )}
        </Suspense>
        <Suspense>{drawer && simulated && <Drawer onClose={() => setDrawer(false)} />}</Suspense>
        <Controls pages={pages} sound={sound} onDrawer={simulated ? () => setDrawer(!drawer) : null} />
        {!dark && <PagePlace pages={pages} />}
        {simulated && !dark && <SimulationBand care={care} compact={compact} />}
      </div>
      <PhoneHint below={fit.top + stage.height * fit.scale} room={fit.top} />
    </div>
  )
}

/** The hatching for "no data", used by all drawings of the page. */
export const NoDataPattern = () => (
  <svg className="wall-patterns" width={0} height={0} aria-hidden="true">
    <pattern id="no-data" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect className="hatch" width={2.4} height={6} />
    </pattern>
  </svg>
)

interface ShiftedProps {
  readonly care: ScreenCare
  /** A band is above it. */
  readonly below: boolean
  readonly children: React.ReactNode
}

/** Content that turns grey with age, dims at night and moves slightly each minute. */
function Shifted({ care: { transform, dim }, below, children }: ShiftedProps) {
  const grey = greyness(useSilence())
  const aged = grey > 0 ? `grayscale(${grey.toFixed(2)}) brightness(${(1 - grey * 0.25).toFixed(2)})` : ''
  const filter = `${aged} ${dim}`.trim()
  return (
    <div
      className={`wall-shifted ${below ? 'is-below' : ''}`}
      data-grey={grey.toFixed(2)}
      style={{ transform, ...(filter === '' ? {} : { filter }) }}
    >
      {children}
    </div>
  )
}

interface PageProps {
  readonly layout: Layout
  readonly page: number
  readonly simulated: boolean
  /** The line of critical alarms is below the panels. */
  readonly hasBanner?: boolean
  /** Quiet panels keep their room: where panels are arranged, each is at its own place. */
  readonly isFixed?: boolean
  readonly onOpen: (panel: Panel) => void
}

const noPanels: readonly Panel[] = []

/** The panels of a page. */
export function Page({ layout, page, simulated, hasBanner = false, isFixed = false, onOpen }: PageProps) {
  const { t } = useSpeech()
  const panels = layout.pages[page]?.panels ?? noPanels
  // A text, so that the page renders only when it changes.
  const quiet = useWall(({ items }) => panels.map((panel) => (isQuiet(panel, items) ? 'q' : '-')).join(''))
  const boxes = useMemo(
    () =>
      yieldedBoxes(
        panels.map((panel, at) => ({
          box: boxOf(layout.canvas, panel, simulated, hasBanner),
          quiet: !isFixed && quiet[at] === 'q',
        })),
      ),
    [panels, quiet, layout.canvas, simulated, hasBanner, isFixed],
  )
  if (panels.length === 0)
    return (
      <p className="wall-empty">
        <b>{t(layout.pages.length === 0 ? 'banner.noPages' : 'banner.noPanels')}</b>
        {!isFixed && <span className="is-soft">{t('banner.emptyHint')}</span>}
      </p>
    )
  return (
    <div className="wall-page" key={page} data-page={page}>
      {panels.map((panel, at) => (
        <PanelFrame
          key={`${panel.kind} ${panel.x} ${panel.y}`}
          panel={panel}
          box={boxes[at] ?? boxOf(layout.canvas, panel, simulated, hasBanner)}
          thresholds={layout.thresholds}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

/** On an upright phone narrower than this, the wall is too small to read, px. */
export const phoneWidth = 600

interface HintProps {
  /** Lower edge of the picture and the room below it, window px. */
  readonly below: number
  readonly room: number
}

/** On an upright phone: a hint how to enlarge a picture made for a wall. */
function PhoneHint({ below, room }: HintProps) {
  const { t } = useSpeech()
  const { width } = useWindowSize()
  if (width > phoneWidth || room < 72) return null
  return (
    <p className="phone-hint" style={{ top: below }}>
      {t('banner.phone')}
    </p>
  )
}

// Of the whole page, not of the area visible after a pinch zoom.
const root = document.documentElement
let size = { width: root.clientWidth, height: root.clientHeight }
function readSize() {
  const { clientWidth: width, clientHeight: height } = root
  if (width !== size.width || height !== size.height) size = { width, height }
  return size
}
function listenToSize(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}
export const useWindowSize = () => useSyncExternalStore(listenToSize, readSize)

/** Shows that the data is old, and how old, as soon as the stream has been silent too long. */
function LinkBanner() {
  const { t, time } = useSpeech()
  const silent = useSilence()
  const heardAt = useWall((state) => state.heardAt)
  const stored = useWall((state) => state.stored)
  const isOneTooMany = useWall((state) => state.isOneTooMany)
  if (silent < idleTimeoutMs && !stored) return null
  return (
    <p className="link-banner" role="status" data-testid="link-banner">
      <i aria-hidden="true">▲</i>
      {isOneTooMany
        ? t('banner.tooMany')
        : heardAt === null
          ? t('banner.nothing')
          : t(stored ? 'banner.cached' : 'banner.lost', {
              at: time(heardAt, '{h}:{i}:{s}'),
              age: spanOf(silent / 1000),
            })}
    </p>
  )
}

/** Shows an administrator's command: screen and TV identification, or a message. */
function Reported({ command, shown }: { readonly command: CommandItem; readonly shown: Shown }) {
  const { t, names } = useSpeech()
  const device = ownDevice()
  const name = useSession((session) => session.user?.cnName ?? '')
  if (command.command === 'message')
    return (
      <p className="stage-note is-message" role="status">
        {command.text}
      </p>
    )
  return (
    <div className="stage-note" role="status" data-testid="identify">
      <p>
        <small>{t('identify.screen')}</small> {names(shown.names)}
      </p>
      <p className="stage-number">{device ?? shown.id}</p>
      {device !== null && (
        <p>
          <small>{t('identify.device')}</small> {name}
        </p>
      )}
      <p>
        <small>{shown.place}</small>
      </p>
    </div>
  )
}
