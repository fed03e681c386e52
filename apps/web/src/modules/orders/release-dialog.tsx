import type { RouteRow } from '@cloud-factory/contract/planning/processes'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count, thousands } from '../../shared/format/numbers.ts'
import { type KindNeed, marksMissing, kindNeeds, routeChoices } from './order-actions.rules.ts'
import { routesQuery } from '../planning/plan.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import './release.css'

interface ReleaseRoutesProps {
  readonly needs: readonly KindNeed[]
  /** Chosen route by kind. */
  readonly choices: Readonly<Record<string, string>>
  readonly onChoose: (kind: string, routeId: string) => void
}

/** The route of each kind of mark: by default, or chosen here. */
function ReleaseRoutes({ needs, choices, onChoose }: ReleaseRoutesProps) {
  const { t } = useTranslation(['production', 'orders'])
  const { data } = useQuery(routesQuery)
  const named = useNames()
  const routes = (data?.items ?? []).filter(({ active }) => active)
  const open = needs.filter(({ markIds }) => markIds.length > 0)
  const missing = marksMissing(needs, choices)
  const option = ({ id, names, code }: RouteRow) => ({ value: id, label: `${named(names)} (${code})` })
  return (
    <>
      <p className={missing === 0 ? 'is-fine' : 'is-late'} aria-live="polite">
        <span aria-hidden="true">{missing === 0 ? '✓' : '✕'}</span>{' '}
        {missing === 0 ? t('release.routesOk') : t('release.missing', { count: missing, n: count(missing) })}
      </p>
      {open.length > 0 && (
        <ul className="release-kinds">
          {open.map(({ kind, markIds, routeId }) => {
            const word = t(`orders:kind.${kind}`)
            return (
              <li key={kind}>
                <span>
                  {word}{' '}
                  <small className="page-note">
                    {t('release.marks', { count: markIds.length, n: count(markIds.length) })}
                  </small>
                </span>
                <Select<string>
                  aria-label={`${t('release.chooseRoute')}: ${word}`}
                  placeholder={t('release.chooseRoute')}
                  popupMatchSelectWidth={false}
                  value={choices[kind] ?? routeId}
                  onChange={(id) => onChoose(kind, id)}
                  options={routes.map(option)}
                  {...(routeId === null && choices[kind] === undefined ? { status: 'error' as const } : {})}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

interface ReleaseDialogProps {
  readonly order: OrderRow
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Releases an order, and shows what is missing. Mount it when it opens. */
export function ReleaseDialog({ order, onDone, onClose }: ReleaseDialogProps) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const needs = useNeeds(order.id)
  const [choices, choose] = useState<Readonly<Record<string, string>>>({})
  const unweighed = needs.unweighed ?? []
  const release = async (reason: string | undefined) => {
    const params = { id: order.id }
    for (const { routeId, markIds } of routeChoices(needs.data ?? [], choices))
      await api('PUT /api/orders/:id/routes', { params, body: { routeId, markIds } })
    // Choosing routes may have increased the version; the server still rejects conflicts with
    // changes by others.
    const { version } = await api('GET /api/orders/:id', { params })
    const body = { version, ...(reason === undefined ? {} : { reason }) }
    await api('POST /api/orders/:id/release', { params, body })
  }
  return (
    <ActionDialog
      title={t('release.title', { no: order.no })}
      action={t('common:action.release')}
      reason={unweighed.length > 0 ? 'required' : undefined}
      reasonLabel={t('release.unweighedReason')}
      act={release}
      changed={changed}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('release.text')}</p>
      <div className="release-checks">
        <section>
          <h3>{t('release.routes')}</h3>
          {needs.error !== null && <ProblemAlert error={needs.error} />}
          {needs.data === undefined && needs.error === null && (
            <p className="page-note" role="status">
              {t('release.loading')}
            </p>
          )}
          {needs.data !== undefined && (
            <ReleaseRoutes
              needs={needs.data}
              choices={choices}
              onChoose={(kind, routeId) => choose({ ...choices, [kind]: routeId })}
            />
          )}
        </section>
        <Weights projectId={order.project.id} />
        {unweighed.length > 0 && (
          <section>
            <h3>{t('release.unweighed', { n: unweighed.length })}</h3>
            <p className="is-late">{unweighed.slice(0, 10).join(', ')}</p>
            <p>{t('release.unweighedText')}</p>
          </section>
        )}
      </div>
    </ActionDialog>
  )
}

function Weights({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation('production')
  const { data, error } = useQuery({
    queryKey: ['orders', 'weights', projectId],
    queryFn: ({ signal }) => api('GET /api/projects/:id/weights', { params: { id: projectId }, signal }),
  })
  const sum = Math.round((data?.items.reduce((all, { weight }) => all + weight, 0) ?? 0) * 1000) / 1000
  return (
    <section>
      <h3>{t('release.weights')}</h3>
      {error !== null && <ProblemAlert error={error} />}
      {data !== undefined && (
        <p className={sum === 100 ? 'is-fine' : 'is-late'}>
          <span aria-hidden="true">{sum === 100 ? '✓' : '✕'}</span>{' '}
          {sum === 100 ? t('release.weightsOk') : t('release.weightsBad', { sum: thousands(sum) })}{' '}
          <Link to="/order/projects">{t('release.weightsLink')}</Link>
        </p>
      )}
    </section>
  )
}

const pageSize = 200

/**
 * Requirements of each kind of mark of the order: its marks without a route, and the default route.
 */
function useNeeds(orderId: string) {
  const routes = useQuery(routesQuery)
  const marks = useQuery({
    queryKey: ['orders', 'marks', orderId, 'routes'],
    queryFn: async ({ signal }) => {
      const first = await marksPage(orderId, 1, signal)
      const marksFound = [...first.items]
      for (let page = 2; marksFound.length < first.total; page++) {
        const { items } = await marksPage(orderId, page, signal)
        if (items.length === 0) break
        marksFound.push(...items)
      }
      return marksFound.map(({ id, kind, routeId, mark, quantity, netKg }) => ({
        id,
        kind,
        routeId,
        unweighed: quantity > 0 && !netKg ? mark : null,
      }))
    },
    staleTime: 0,
  })
  const data: readonly KindNeed[] | undefined =
    marks.data === undefined || routes.data === undefined
      ? undefined
      : kindNeeds(marks.data, routes.data.items)
  const unweighed = marks.data?.flatMap(({ unweighed: mark }) => mark ?? [])
  return { data, unweighed, error: marks.error ?? routes.error }
}

const marksPage = (id: string, page: number, signal: AbortSignal) =>
  api('GET /api/orders/:id/marks', { params: { id }, query: { page, pageSize }, signal })
