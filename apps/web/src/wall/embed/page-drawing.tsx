import { satisfies } from '@cloud-factory/domain/identity/permissions'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
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
import { stageOf } from '../frame/frame.rules.ts'
import { NoDataPattern, Page } from '../frame/stage.tsx'
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
}

/** A page of a screen as its TV shows it, as wide as its place allows, with the data of the draft. */
export function PageDrawing({ screen, layout, page }: Props) {
  const [host, width] = useWidth()
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  useDraftData(screen.id)
  useLayoutEffect(() => {
    if (host.current !== null) setRoot(shadowOf(host.current))
  }, [host])
  const stage = stageOf(layout.canvas)
  return (
    <div
      ref={host}
      className="page-drawing"
      inert
      data-theme={layout.theme}
      style={{ aspectRatio: `${stage.width} / ${stage.height}`, overflow: 'hidden' }}
    >
      {root !== null &&
        width > 0 &&
        createPortal(<Drawn screen={screen} layout={layout} page={page} scale={width / stage.width} />, root)}
    </div>
  )
}

function shadowOf(host: HTMLElement): ShadowRoot {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [sheet]
  return shadow
}

const still = { transform: 'none', dim: '' }
const nothing = () => undefined

function Drawn({ screen, layout, page, scale }: Props & { readonly scale: number }) {
  const zone = useSession(({ user }) => user?.plant.timeZone ?? 'Asia/Shanghai')
  const usual = useSettings((settings) => settings.language)
  const language = layout.language ?? usual
  const speech = useMemo<Speech>(() => ({ language, timeZone: zone }), [language, zone])
  const { width, height } = stageOf(layout.canvas)
  const simulated = screen.source === 'simulated'
  const compact = width < 1400
  return (
    <SpeechContext value={speech}>
      <div className="wall-stage" style={{ width, height, transform: `scale(${scale})` }}>
        <NoDataPattern />
        <div className={`wall-shifted ${simulated ? 'is-below' : ''}`}>
          <WallHeader shown={screen} compact={compact} />
          <Page layout={layout} page={page} simulated={simulated} onOpen={nothing} />
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
  const allowed = useSession(({ user }) =>
    satisfies(user?.permissionTags ?? [], { permission: 'screen.view' }),
  )
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
