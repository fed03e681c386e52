import { type TrialScope, trialScopes } from '@cloud-factory/domain/trial-assembly/trial-enums'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'

const requirementsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'trial-requirements', orderId],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/trial-requirements', { params: { id: orderId }, signal }),
  })

interface RequirementProps {
  readonly orderId: string
  /** Empty: of the order. */
  readonly mark: string
}

/** Whether pieces of a mark or of an order wait for a released trial assembly; set by who edits orders. */
export function TrialRequirement({ orderId, mark }: RequirementProps) {
  const { t } = useTranslation('trial-assembly')
  const client = useQueryClient()
  const { data } = useQuery(requirementsQuery(orderId))
  const { busy, error, submit } = useSubmit()
  if (data === undefined) return null
  const line = data.items.find((one) => one.mark === mark)
  const unset = mark === '' ? t('require.none') : t('require.order')
  const set = (scope: TrialScope | 'unset') =>
    submit(async () => {
      try {
        await api('PUT /api/orders/:id/trial-requirements', {
          params: { id: orderId },
          body: { mark, scope: scope === 'unset' ? null : scope, version: line?.version ?? null },
        })
      } finally {
        await client.invalidateQueries({ queryKey: ['orders'] })
      }
    })
  const scopes = mark === '' ? trialScopes.filter((scope) => scope !== 'none') : trialScopes
  return (
    <div>
      <Select<TrialScope | 'unset'>
        aria-label={t('require.title')}
        title={t('require.note')}
        disabled={data.can.edit !== true}
        loading={busy}
        popupMatchSelectWidth={false}
        value={line?.scope ?? 'unset'}
        options={[
          { value: 'unset', label: unset },
          ...scopes.map((value) => ({ value, label: t(`require.${value}`) })),
        ]}
        onChange={(scope) => void set(scope)}
      />
      {mark === '' && (
        <>
          {' '}
          <Link to={`/quality/trial-assemblies?orderId=${orderId}`}>{t('require.records')}</Link>
        </>
      )}
      {error !== null && <ProblemAlert error={error} />}
    </div>
  )
}
