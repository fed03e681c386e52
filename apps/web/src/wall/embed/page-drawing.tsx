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
import { itemOf, stageOf } from '../frame/frame.rules.ts'
import { NoDataPattern, Page } from '../frame/stage.tsx'
import { typeVariables } from '../frame/type.rules.ts'
import { SimulationBand, Ticker } from '../frame/ticker.tsx'
import { WallHeader } from '../frame/wall-header.tsx'
import { type Speech, SpeechContext } from '../labels.ts'
import { followScreen } from '../link/wall-stream.ts'
import { useWall } from '../link/wall.store.ts'
import type { Layout, Shown } from '../screen.types.ts'

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
  return <WallBox layout={props.layout}>{(scale) => <Drawn {...props} scale={scale} />}</WallBox>
}

interface BoxProps {
  readonly layout: Layout
  readonly children: (scale: number, root: ShadowRoot) => ReactNode
}

/** A box of the canvas's proportions with a shadow root for the wall's own styles, as wide as its place allows. */
function WallBox({ layout: { canvas, theme }, children }: BoxProps) {
  const [host, width] = useWidth()
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  useLayoutEffect(() => {
    if (host.current !== null) setRoot(shadowOf(host.current))
  }, [host])
  const stage = stageOf(canvas)
  return (
    <div
      ref={host}
      className="page-drawing"
      inert
      data-theme={theme}
      style={{ aspectRatio: `${stage.width} / ${stage.height}`, overflow: 'hidden' }}
    >
      {root !== null && width > 0 && createPortal(children(width / stage.width, root), root)}
    </div>
  )
}

/** A small picture of a page: drawn with the data of one moment; then it costs nothing until the page changes. */
export const PagePicture = (props: Props) => (
  <WallBox layout={props.layout}>
    {(scale, root) => <FrozenPage {...props} scale={scale} root={root} />}
  </WallBox>
)

function FrozenPage({ root, ...props }: DrawnProps & { readonly root: ShadowRoot }) {
  const { layout, page, scale } = props
  const { canvas, theme, language, pages } = layout
  const content = JSON.stringify([canvas, theme, language, pages[page], scale])
  const allowed = useCanSee()
  const hasData = useWall(
    ({ items }) =>
      !allowed || (pages[page]?.panels.every((panel) => itemOf(panel, items) !== undefined) ?? true),
  )
  const [picture, setPicture] = useState<{ content: string; nodes: readonly Element[] } | null>(null)
  const isDrawn = picture?.content === content
  useEffect(() => {
    if (isDrawn || !hasData) return undefined
    return whenIdle(() =>
      setPicture({ content, nodes: Array.from(root.children, (child) => child.cloneNode(true) as Element) }),
    )
  }, [root, isDrawn, hasData, content])
  useLayoutEffect(() => {
    if (!isDrawn) return undefined
    const { nodes } = picture
    root.append(...nodes)
    // What React draws next is in it by then.
    return () => {
      for (const node of nodes) node.remove()
    }
  }, [root, isDrawn, picture])
  return isDrawn ? null : <Drawn {...props} isFixed />
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

interface DrawnProps extends Props {
  readonly scale: number
}

function Drawn({ screen, layout, page, isFixed = false, scale }: DrawnProps) {
  const zone = useSession(({ user }) => user?.plant.timeZone ?? 'Asia/Shanghai')
  const usual = useSettings((settings) => settings.language)
  const language = layout.language ?? usual
  const speech = useMemo<Speech>(() => ({ language, timeZone: zone }), [language, zone])
  const { width, height } = stageOf(layout.canvas)
  const simulated = screen.source === 'simulated'
  const compact = width < 1400
  return (
    <SpeechContext value={speech}>
      <div className="wall-stage" style={{ ...typeVariables, width, height, transform: `scale(${scale})` }}>
        <NoDataPattern />
        <div className={`wall-shifted ${simulated ? 'is-below' : ''}`}>
          <WallHeader shown={screen} compact={compact} />
          <Page layout={layout} page={page} simulated={simulated} isFixed={isFixed} onOpen={nothing} />
          <Ticker />
        </div>
        {simulated && <SimulationBand care={still} compact={compact} />}
      </div>
    </SpeechContext>
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
