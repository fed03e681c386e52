import type { PackedPiece, PackOutcome } from '@cloud-factory/contract/packages'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Table } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { thousands } from '../../../shared/format/numbers.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../../shared/ui/return-focus.tsx'
import { gramsShown } from '../figures.ts'
import { OutcomeLine } from './outcome-line.tsx'
import { packableQuery } from './shipping.queries.ts'

interface Props {
  readonly orderId: string
  readonly onPack: (pieces: readonly string[]) => Promise<readonly PackOutcome[]>
  readonly onClose: () => void
}

const pageSize = 50

/** Picks pieces of an order that may be packed. What did not go in stays on the screen with the reason. */
export function PickPieces({ orderId, onPack, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const [q, setQ] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ReadonlyMap<string, PackedPiece>>(new Map())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [refused, setRefused] = useState<readonly PackOutcome[]>([])
  const query = useQuery(packableQuery(orderId, { q, page, pageSize }))
  const kg = [...chosen.values()].reduce((sum, { netKg }) => sum + (netKg ?? 0), 0)
  const pack = async () => {
    setBusy(true)
    setError(null)
    try {
      const outcomes = await onPack([...chosen.keys()].slice(0, 500))
      const left = outcomes.filter(({ outcome }) => outcome === 'refused')
      setRefused(left)
      setChosen(new Map())
      if (left.length === 0) onClose()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        width={820}
        title={t('pick.title')}
        onCancel={onClose}
        mask={{ closable: false }}
        footer={
          <div className="pick-foot">
            <span aria-live="polite">{t('pick.chosen', { count: chosen.size, kg: gramsShown(kg) })}</span>
            <Button onClick={onClose}>{t('shell:close')}</Button>
            <Button type="primary" loading={busy} disabled={chosen.size === 0} onClick={() => void pack()}>
              {t('pack.add')}
            </Button>
          </div>
        }
      >
        {error !== null && <ProblemAlert error={error} />}
        {query.error !== null && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
        {refused.length > 0 && (
          <ul className="pack-told" role="alert">
            {refused.map((outcome) => (
              <OutcomeLine key={outcome.piece} outcome={outcome} />
            ))}
          </ul>
        )}
        <Input.Search
          allowClear
          className="pick-search"
          aria-label={t('searchPieces')}
          placeholder={t('searchPieces')}
          onSearch={(text) => {
            setPage(1)
            setQ(text.trim())
          }}
        />
        <Table<PackedPiece>
          rowKey="id"
          size="small"
          aria-label={t('pick.title')}
          loading={query.isFetching}
          dataSource={query.data?.items ?? []}
          scroll={{ x: 560, y: 360 }}
          locale={{ emptyText: t('pick.none') }}
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
            { key: 'serial', title: t('field.serial'), dataIndex: 'serial', width: 150 },
            { key: 'profile', title: t('field.profile'), dataIndex: 'profile', width: 170 },
            {
              key: 'length',
              title: t('field.lengthMm'),
              align: 'right',
              width: 110,
              render: (_, { lengthMm }) => (lengthMm === null ? '–' : thousands(lengthMm)),
            },
            {
              key: 'kg',
              title: t('field.netKg'),
              align: 'right',
              width: 120,
              render: (_, { netKg }) => gramsShown(netKg),
            },
          ]}
        />
      </Modal>
    </>
  )
}
