import type { DeliveryRow } from '@cloud-factory/contract/deliveries'
import type { PackageRow } from '@cloud-factory/contract/packages'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Table } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { useRequestKey } from '../../../shared/form/request-key.ts'
import { tonnes } from '../../../shared/format/numbers.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../../shared/ui/return-focus.tsx'
import { gramsShown } from '../figures.ts'
import { useOrdersChanged } from '../orders.queries.ts'
import { packagesQuery } from './shipping.queries.ts'

interface Props {
  readonly delivery: DeliveryRow
  readonly onClose: () => void
}

const pageSize = 50

/** Picks closed packages of the delivery's project that stand on no truck. */
export function PickPackages({ delivery, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const [q, setQ] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ReadonlyMap<string, PackageRow>>(new Map())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const query = useQuery(
    packagesQuery({
      q,
      page,
      pageSize,
      status: 'closed',
      loose: 'true',
      projectId: delivery.project.id,
      sort: 'no',
    }),
  )
  const kg = [...chosen.values()].reduce((sum, pack) => sum + (pack.weighedKg ?? pack.grossKg), 0)
  const putOn = async () => {
    setBusy(true)
    setError(null)
    try {
      await api('POST /api/deliveries/:id/packages', {
        params: { id: delivery.id },
        body: { version: delivery.version, packageIds: [...chosen.keys()], remove: false },
        idempotencyKey,
      })
      onClose()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
      void changed()
    }
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        width={820}
        title={t('pickPackages.title')}
        onCancel={onClose}
        mask={{ closable: false }}
        footer={
          <div className="pick-foot">
            <span aria-live="polite">
              {t('pickPackages.chosen', { count: chosen.size, tonnes: tonnes(kg) })}
            </span>
            <Button onClick={onClose}>{t('shell:form.cancel')}</Button>
            <Button type="primary" loading={busy} disabled={chosen.size === 0} onClick={() => void putOn()}>
              {t('deed.putOn')}
            </Button>
          </div>
        }
      >
        {error !== null && <ProblemAlert error={error} />}
        {query.error !== null && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
        <Input.Search
          allowClear
          className="pick-search"
          aria-label={t('searchPackages')}
          placeholder={t('searchPackages')}
          onSearch={(text) => {
            setPage(1)
            setQ(text.trim())
          }}
        />
        <Table<PackageRow>
          rowKey="id"
          size="small"
          aria-label={t('pickPackages.title')}
          loading={query.isFetching}
          dataSource={query.data?.items ?? []}
          scroll={{ x: 560, y: 360 }}
          locale={{ emptyText: t('pickPackages.none') }}
          rowSelection={{
            preserveSelectedRowKeys: true,
            selectedRowKeys: [...chosen.keys()],
            onChange: (_keys, rows) => setChosen(new Map(rows.map((row) => [row.id, row]))),
          }}
          pagination={{
            current: page,
            pageSize,
            total: query.data?.total ?? 0,
            showSizeChanger: false,
            onChange: setPage,
          }}
          columns={[
            { key: 'no', title: t('field.packageNo'), dataIndex: 'no', width: 180 },
            { key: 'order', title: t('field.order'), width: 140, render: (_, { order }) => order.no },
            { key: 'pieces', title: t('field.pieces'), align: 'right', width: 80, dataIndex: 'pieces' },
            {
              key: 'kg',
              title: t('field.grossKg'),
              align: 'right',
              width: 120,
              render: (_, { grossKg, weighedKg }) => gramsShown(weighedKg ?? grossKg),
            },
          ]}
        />
      </Modal>
    </>
  )
}
