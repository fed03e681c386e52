import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import { isLimited, optionsOf, thresholdsOf } from '@cloud-factory/contract/displays/screen-options'
import type { Item, PanelData } from '@cloud-factory/domain/wall/wall-frame'
import { type FunctionComponent, memo } from 'react'
import { spanOf } from '../figures.ts'
import { useNow } from '../link/clock.ts'
import { useShownTime, useWall } from '../link/wall.store.ts'
import type { PanelProps, Layout, Panel } from '../screen.types.ts'
import { panelBodies } from '../panels/panel-bodies.tsx'
import { useSpeech } from '../labels.ts'
import { type Box, itemOf } from './frame.rules.ts'
import { type DataStatus, statusOf } from './trust.rules.ts'
import { titleOf, typeScale, zoomOf } from './type.rules.ts'
import { lineHeight } from './yield.rules.ts'
import { PanelGuard } from './panel-guard.tsx'

const titleHeight = 38
const padding = 12

/** A line has its title beside its sentence; a flat panel has no title. */
const shapeOf = ({ height }: Box): string =>
  height <= lineHeight ? 'is-line' : height < 100 ? 'is-flat' : ''

interface Props {
  readonly panel: Panel
  readonly box: Box
  readonly thresholds: Layout['thresholds']
  readonly onOpen: (panel: Panel) => void
}

/** A panel with its title and data status. */
export const PanelFrame = memo(function PanelFrame({ panel, box, thresholds, onOpen }: Props) {
  const { t } = useSpeech()
  const { kind } = panel
  const item = useWall(({ items }) => itemOf(panel, items))
  const shape = shapeOf(box)
  const flat = shape === 'is-flat'
  const width = box.width - 2 * padding
  const height = box.height - (flat ? 12 : titleHeight + 10)
  const zoom = flat ? 1 : zoomOf(width, height) * typeScale(panel.options['type'])
  const status = useDataStatus(kind, item, thresholds.dataAgeS)
  const title = useTitle(panel)
  return (
    <section
      className={`panel is-${status} ${shape} of-${kind}`}
      style={
        {
          left: box.x,
          top: box.y,
          width: box.width,
          height: box.height,
          '--zoom': kind === 'workshop_map' ? Math.min(zoom, 1.4) : zoom,
        } as React.CSSProperties
      }
      data-testid={`panel-${kind}`}
      data-status={status}
      aria-label={title}
    >
      {!flat && (
        <header>
          <h2>
            <button type="button" onClick={() => onOpen(panel)} title={t('explain.open', { panel: title })}>
              {title}
            </button>
          </h2>
          <DataStatusMark status={status} at={item?.at ?? null} />
        </header>
      )}
      <div className="panel-body">
        <PanelGuard
          of={item?.data}
          fallback={<p className="panel-nothing is-broken">▲ {t('standing.broken')}</p>}
        >
          {item === undefined ? (
            <WithoutData kind={kind} />
          ) : (
            <Body
              panel={panel}
              data={item.data}
              width={width}
              height={height}
              zoom={zoom}
              thresholds={thresholds}
            />
          )}
        </PanelGuard>
      </div>
    </section>
  )
})

function WithoutData({ kind }: Pick<Panel, 'kind'>) {
  const { t } = useSpeech()
  // A draft has the data of every kind at once; that of a panel's own choices follows when it is saved.
  const isUnsaved = useWall(
    ({ items, query }) => query.endsWith('draft=1') && itemOf({ kind, options: {} }, items) !== undefined,
  )
  return <p className="panel-nothing">{t(isUnsaved ? 'standing.unsaved' : 'standing.waiting')}</p>
}

/** The panel's own title or that of its kind, with a word if it shows a part: a workshop is not the factory. */
function useTitle({ kind, options }: Panel): string {
  const { t } = useSpeech()
  const usual = t(`panel.${kind}`)
  return titleOf(options['title']) ?? (isLimited(options) ? t('limited', { panel: usual }) : usual)
}

interface BodyProps extends Omit<PanelProps<PanelKind>, 'data' | 'options'> {
  readonly panel: Panel
  readonly data: PanelData[PanelKind]
}

/** Renders again only when the data changes, not when the same data is repeated or grows older. */
const Body = memo(function Body({ panel, data, thresholds, ...rest }: BodyProps) {
  const { kind, options } = panel
  // The table maps each kind to its body, and an item has the data of its kind. TypeScript cannot
  // express this correlation.
  const Shown = panelBodies[kind] as unknown as FunctionComponent<PanelProps<PanelKind>>
  return (
    <Shown
      data={data as never}
      options={optionsOf(kind, options)}
      thresholds={thresholdsOf(options, thresholds)}
      {...rest}
    />
  )
})

function useDataStatus(
  kind: PanelKind,
  item: Item<PanelData[PanelKind]> | undefined,
  limitS: number,
): DataStatus {
  const now = useNow(2)
  return statusOf(kind, item, now, limitS)
}

const signs: Readonly<Record<DataStatus, string>> = { fresh: '', partial: '◐', stale: '◷', none: '○' }

/** Age and reliability: the time of the data while it is fresh, in words what is wrong with it otherwise. */
function DataStatusMark({ status, at }: { readonly status: DataStatus; readonly at: number | null }) {
  const { t, time } = useSpeech()
  const now = useNow(2)
  const shown = useShownTime(2)
  const age = at === null ? '' : spanOf((now - at) / 1000)
  return (
    <span className="standing">
      {status === 'fresh' && at !== null && time(shown.now - (now - at) * (shown.speed ?? 1))}
      {status === 'stale' && t('standing.stale', { age })}
      {(status === 'partial' || status === 'none') && t(`standing.${status}`)}
      {signs[status] !== '' && <i aria-hidden="true">{signs[status]}</i>}
    </span>
  )
}
