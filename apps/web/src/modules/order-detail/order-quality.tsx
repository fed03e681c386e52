import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { OrderQuality as Quality } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import type { OpenDemand } from '@cloud-factory/domain/conformity/conformity'
import { openNcrStatuses } from '@cloud-factory/domain/ncr/ncr-enums'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { absent, count, wholeKg } from '../../shared/format/numbers.ts'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { piecesWithout } from '../orders/order-labels.tsx'
import { TrialRequirement } from '../trial-assembly/trial-requirement.tsx'
import { dueQuery } from '../inspection/inspections.queries.ts'

const orderQualityQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['quality', 'order', orderId],
    queryFn: ({ signal }) => api('GET /api/orders/:id/quality', { params: { id: orderId }, signal }),
  })

interface Props {
  readonly order: OrderRow
}

/** How far an order is inspected; each figure leads to its list. */
export function OrderQuality({ order: { id, openNcrs } }: Props) {
  const { t } = useTranslation('orders')
  const query = useQuery(orderQualityQuery(id))
  const due = useQuery(dueQuery({ orderId: id, pageSize: 1 }))
  const { data } = query
  if (data === undefined) return <QueryState query={query} rows={8} />
  const { inspections, firstPass } = data
  const list = `/quality/list?orderId=${id}`
  return (
    <div className="order-part order-checks">
      <Tiles
        tiles={[
          { word: t('quality.due'), value: due.data?.total, to: `/quality/due?orderId=${id}` },
          { word: t('quality.open'), value: inspections.open, to: `${list}&status=draft,submitted,judged` },
          { word: t('quality.locked'), value: inspections.locked, to: `${list}&status=locked` },
          {
            word: t('quality.failed'),
            value: inspections.failed,
            to: `${list}&status=locked&verdict=fail`,
            isBad: true,
          },
          {
            word: t('quality.ncrs'),
            value: openNcrs,
            to: `/quality/ncrs?orderId=${id}&status=${openNcrStatuses.join(',')}`,
            isBad: true,
          },
          {
            word: t('quality.ndt'),
            value: piecesLacking(data, 'ndt_due'),
            to: piecesWithout(id, 'ndt_due'),
          },
          {
            word: t('quality.firstPass'),
            value: firstPass.yield === null ? absent : `${(firstPass.yield * 100).toFixed(1)}\u00a0%`,
            note: t('quality.firstPassOf', {
              passed: count(firstPass.passed),
              inspected: count(firstPass.inspected),
            }),
          },
        ]}
      />
      <Missing orderId={id} quality={data} />
      <section className="overview-card" aria-label={t('shell:route.trialAssemblies')}>
        <h2>{t('shell:route.trialAssemblies')}</h2>
        <TrialRequirement orderId={id} mark="" />
      </section>
    </div>
  )
}

/** Where the steel of an order came from, and whether it may be used. */
export function OrderMaterial({ order: { id } }: Props) {
  const { t } = useTranslation('orders')
  const query = useQuery(orderQualityQuery(id))
  const { data } = query
  if (data === undefined) return <QueryState query={query} rows={4} />
  const { pieces, heats } = data
  return (
    <div className="order-part order-checks">
      <Tiles
        tiles={[
          {
            word: t('material.covered'),
            value: heats.pieces,
            note: t('material.of', { pieces: count(pieces) }),
          },
          { word: t('material.uncovered'), value: pieces - heats.pieces, to: piecesWithout(id, 'heat') },
          { word: t('material.heats'), value: heats.lots, to: `/warehouse/steel?orderId=${id}` },
          { word: t('material.kg'), value: wholeKg(heats.kg) },
          {
            word: t('material.certificate'),
            value: piecesLacking(data, 'mill_certificate'),
            to: piecesWithout(id, 'mill_certificate'),
            isBad: true,
          },
          {
            word: t('material.blocked'),
            value: piecesLacking(data, 'material_unreleased'),
            to: piecesWithout(id, 'material_unreleased'),
            isBad: true,
          },
        ]}
      />
      {pieces === 0 && <p className="page-note">{t('overview.noPieces')}</p>}
    </div>
  )
}

const piecesLacking = ({ demands }: Quality, demand: OpenDemand): number =>
  demands.find((one) => one.demand === demand)?.pieces ?? 0

interface Tile {
  readonly word: string
  /** Undefined while unknown. */
  readonly value: number | string | undefined
  readonly note?: string
  /** The list behind it. */
  readonly to?: string
  /** Whether any is a fault. */
  readonly isBad?: boolean
}

function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <ul className="figures">
      {tiles.map(({ word, value, note, to, isBad = false }) => {
        const look = `figure ${isBad && value !== 0 && value !== undefined ? 'is-bad' : ''}`
        const content = (
          <>
            <span className="figure-title">{word}</span>
            <span className="figure-count">{typeof value === 'string' ? value : count(value)}</span>
            {note !== undefined && <small className="page-note">{note}</small>}
          </>
        )
        return (
          <li key={word}>
            {to === undefined ? (
              <div className={look}>{content}</div>
            ) : (
              <Link className={look} to={to}>
                {content}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Where each demand is met. */
const listOf: Readonly<Record<OpenDemand, (orderId: string) => string>> = {
  ncr_open: (id) => `/quality/ncrs?orderId=${id}&status=${openNcrStatuses.join(',')}`,
  weld_open: (id) => `/quality/welds?orderId=${id}&state=open`,
  ndt_due: (id) => `/quality/ndt?orderId=${id}`,
  ndt_failed: (id) => `/quality/welds?orderId=${id}&state=failed`,
  coat_open: (id) => `/quality/coating?orderId=${id}`,
  coat_failed: (id) => `/quality/coating?orderId=${id}&status=fail`,
  fire_open: (id) => `/quality/coating?orderId=${id}&check=fire`,
  inspection_failed: (id) => `/quality/list?orderId=${id}&verdict=fail`,
  inspection_again: (id) => `/quality/due?orderId=${id}`,
  inspection_final: (id) => `/quality/list?orderId=${id}&stage=final`,
  inspection_unsigned: (id) => `/quality/list?orderId=${id}&status=draft,submitted,judged`,
  material_unreleased: (id) => `/warehouse/steel?orderId=${id}&status=quarantine,rejected`,
  mill_certificate: () => '/quality/incoming?part=certificates',
  sub_assembly_missing: (id) => piecesWithout(id, 'sub_assembly_missing'),
  sub_assembly_open: (id) => piecesWithout(id, 'sub_assembly_open'),
  trial_open: (id) => `/quality/trial-assemblies?orderId=${id}`,
}

/** What keeps pieces from conforming, and how many of them. */
function Missing({ orderId, quality }: { readonly orderId: string; readonly quality: Quality }) {
  const { t } = useTranslation('orders')
  const { pieces, demands } = quality
  return (
    <section className="overview-card" aria-label={t('quality.missing')}>
      <h2>{t('quality.missing')}</h2>
      {demands.length === 0 ? (
        <p className="page-note">{t(pieces === 0 ? 'overview.noPieces' : 'quality.nothing')}</p>
      ) : (
        <ul className="status-counts">
          {demands.map((one) => (
            <li key={one.demand}>
              <Link to={listOf[one.demand](orderId)}>{t(`missing.${one.demand}`)}</Link>
              <Link to={piecesWithout(orderId, one.demand)}>
                {t('quality.pieces', { n: count(one.pieces), all: count(pieces) })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
