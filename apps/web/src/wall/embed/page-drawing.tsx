import { minPanel, type PanelKind } from '@cloud-factory/domain/displays/display-enums'
import { satisfies } from '@cloud-factory/domain/identity/permissions'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import states from '../../shared/machine-states/machine-states.css?inline'
import { useSettings } from '../../shared/settings.ts'
import { useSession } from '../../shared/session.ts'
import { useWidth } from '../../shared/ui/use-width.ts'
import charts from '../css/charts.css?inline'
import map from '../css/map.css?inline'
import panels from '../css/panels.css?inline'
import shop from '../css/shop.css?inline'
import wall from '../css/wall.css?inline'
import { boxOf, itemOf, stageOf } from '../frame/frame.rules.ts'
import { PanelFrame } from '../frame/panel-frame.tsx'
import { NoDataPattern, Page } from '../frame/stage.tsx'
import { typeVariables } from '../frame/type.rules.ts'
import { SimulationBand, Ticker } from '../frame/ticker.tsx'
import { WallHeader } from '../frame/wall-header.tsx'
import { type Speech, SpeechContext } from '../labels.ts'
import { followScreen } from '../link/wall-stream.ts'
import { useWall } from '../link/wall.store.ts'
import type { Layout, Panel, Shown } from '../screen.types.ts'

/**
 * The wall's style sheets, for a shadow root: the office keeps its own colours and elements. What they say of the
 * page is true of the root's host.
 */
const sheet = new CSSStyleSheet()
sheet.replaceSync(
  [states, wall, panels, charts, shop, map]
    .join('\n')
    .replaceAll(/:root(\[[^\]]+\])?/g, (_, theme?: string) =>
      theme === undefined ? ':host' : `:host(${theme})`,
    )
    .replaceAll(/(^|[}\s])body\s*\{/g, '$1:host {'),
)

interface Props {
  readonly screen: Shown
  readonly layout: Layout
  /** Its place in the layout. */
  readonly page: number
  /** Quiet panels keep their room. */
  readonly isFixed?: boolean
}

/** A page of a screen as its TV shows it, as wide as its place allows, with the data of the draft. */
export function PageDrawing(props: Props) {
  useDraftData(props.screen.id)
  const { layout } = props
  return (
    <WallBox theme={layout.theme} size={stageOf(layout.canvas)}>
      {(scale) => <Drawn {...props} scale={scale} />}
    </WallBox>
  )
}

interface BoxProps {
  readonly theme: Layout['theme']
  /** px of the wall. */
  readonly size: { readonly width: number; readonly height: number }
  readonly children: (scale: number, root: ShadowRoot) => ReactNode
}

/** A box with a shadow root for the wall's own styles, as wide as its place allows. */
function WallBox({ theme, size, children }: BoxProps) {
  const [host, width] = useWidth()
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  useLayoutEffect(() => {
    if (host.current !== null) setRoot(shadowOf(host.current))
  }, [host])
  return (
    <div
      ref={host}
      className="page-drawing"
      inert
      data-theme={theme}
      style={{ aspectRatio: `${size.width} / ${size.height}`, overflow: 'hidden' }}
    >
      {root !== null && width > 0 && createPortal(children(width / size.width, root), root)}
    </div>
  )
}

/** A small picture of a page. */
export function PagePicture(props: Props) {
  const { canvas, theme, language, pages } = props.layout
  const page = pages[props.page]
  return (
    <WallBox theme={theme} size={stageOf(canvas)}>
      {(scale, root) => (
        <Frozen
          root={root}
          content={JSON.stringify([canvas, theme, language, page, scale])}
          panels={page?.panels ?? []}
        >
          <Drawn {...props} isFixed scale={scale} />
        </Frozen>
      )}
    </WallBox>
  )
}

interface PanelPictureProps {
  readonly layout: Layout
  readonly kind: PanelKind
}

/** A small picture of a kind of panel at its smallest size. */
export function PanelPicture({ layout, kind }: PanelPictureProps) {
  const { canvas, theme, language, thresholds } = layout
  const panel: Panel = { kind, x: 0, y: 0, ...minPanel[kind], options: {} }
  const { width, height } = boxOf(canvas, panel, false)
  return (
    <WallBox theme={theme} size={{ width, height }}>
      {(scale, root) => (
        <Frozen root={root} content={JSON.stringify([canvas, theme, language, scale])} panels={[panel]}>
          <Wall language={language} size={{ width, height }} scale={scale}>
            <PanelFrame
              panel={panel}
              box={{ x: 0, y: 0, width, height }}
              thresholds={thresholds}
              onOpen={nothing}
            />
          </Wall>
        </Frozen>
      )}
    </WallBox>
  )
}

interface FrozenProps {
  readonly root: ShadowRoot
  /** What is drawn; it is drawn again when this changes. */
  readonly content: string
  readonly panels: readonly Panel[]
  readonly children: ReactNode
}

/** Draws once, with the data of one moment; then it costs nothing until its content changes. */
function Frozen({ root, content, panels, children }: FrozenProps) {
  const allowed = useCanSee()
  const hasData = useWall(
    ({ items }) => !allowed || panels.every((panel) => itemOf(panel, items) !== undefined),
  )
  const [isBegun, setBegun] = useState(false)
  const [picture, setPicture] = useState<{ content: string; nodes: readonly Element[] } | null>(null)
  const isDrawn = picture?.content === content
  useEffect(() => (isBegun ? undefined : whenIdle(() => setBegun(true))), [isBegun])
  useEffect(() => {
    if (!isBegun || isDrawn || !hasData) return undefined
    return whenIdle(() =>
      setPicture({
        content,
        nodes: Array.from(root.children, (child) => child.cloneNode(true) as Element),
      }),
    )
  }, [root, isBegun, isDrawn, hasData, content])
  useLayoutEffect(() => {
    if (!isDrawn) return undefined
    const { nodes } = picture
    root.append(...nodes)
    // What React draws next is in it by then.
    return () => {
      for (const node of nodes) node.remove()
    }
  }, [root, isDrawn, picture])
  return isBegun && !isDrawn ? children : null
}

/** Runs work when the browser has nothing else to do. Returns what cancels it. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work)
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(work, 200)
  return () => clearTimeout(id)
}

function shadowOf(host: HTMLElement): ShadowRoot {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [sheet]
  return shadow
}

const still = { transform: 'none', dim: '' }
const nothing = () => undefined

interface WallProps {
  readonly language: Layout['language']
  readonly size: BoxProps['size']
  readonly scale: number
  readonly children: ReactNode
}

/** What the wall's parts need around them. */
function Wall({ language, size: { width, height }, scale, children }: WallProps) {
  const zone = useSession(({ user }) => user?.plant.timeZone ?? 'Asia/Shanghai')
  const usual = useSettings((settings) => settings.language)
  const speech = useMemo<Speech>(
    () => ({ language: language ?? usual, timeZone: zone }),
    [language, usual, zone],
  )
  return (
    <SpeechContext value={speech}>
      <div className="wall-stage" style={{ ...typeVariables, width, height, transform: `scale(${scale})` }}>
        <NoDataPattern />
        {children}
      </div>
    </SpeechContext>
  )
}

function Drawn({ screen, layout, page, isFixed = false, scale }: Props & { readonly scale: number }) {
  const stage = stageOf(layout.canvas)
  const simulated = screen.source === 'simulated'
  const compact = stage.width < 1400
  return (
    <Wall language={layout.language} size={stage} scale={scale}>
      <div className={`wall-shifted ${simulated ? 'is-below' : ''}`}>
        <WallHeader shown={screen} compact={compact} />
        <Page layout={layout} page={page} simulated={simulated} isFixed={isFixed} onOpen={nothing} />
        <Ticker />
      </div>
      {simulated && <SimulationBand care={still} compact={compact} />}
    </Wall>
  )
}

/** Drawings that show data now; all have those of one screen. */
let drawings = 0

/** Follows the draft of a screen while a drawing of it is shown. */
function useDraftData(id: string): void {
  const allowed = useCanSee()
  useEffect(() => {
    if (!allowed) return undefined
    drawings += 1
    followScreen(`?screen=${id}&draft=1`, nothing)
    return () => {
      drawings -= 1
      if (drawings > 0) return
      followScreen(null, nothing)
      useWall.setState({ items: {}, link: 'opening', heardAt: null })
    }
  }, [id, allowed])
}

const useCanSee = (): boolean =>
  useSession(({ user }) => satisfies(user?.permissionTags ?? [], { permission: 'screen.view' }))
