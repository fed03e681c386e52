import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { PackageRow, PackedPiece, PackOutcome } from '@cloud-factory/contract/shipping/packages'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { exactTonnes, gramsShown, thousands } from '../../shared/format/numbers.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { packagesQuery, packableQuery } from './shipping.queries.ts'
import { useState, type ReactNode } from 'react'
import { CodeOutcomes } from '../../shared/scan/code-box.tsx'
import { Button, Input, Modal, Table, type TableColumnsType } from 'antd'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'

interface PickPackagesProps {
  readonly delivery: DeliveryRow
  readonly onClose: () => void
}

/** Selects closed packages of the delivery's project that are on no truck. */
export function PickPackages({ delivery, onClose }: PickPackagesProps) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const picking = usePicking<PackageRow>()
  const loose = { status: 'closed', loose: 'true', projectId: delivery.project.id, sort: 'no' } as const
  const query = useQuery(packagesQuery({ ...picking.query, ...loose }))
  const kg = [...picking.chosen.values()].reduce((sum, pack) => sum + (pack.weighedKg ?? pack.grossKg), 0)
  const putOn = async () => {
    try {
      await api('POST /api/deliveries/:id/packages', {
        params: { id: delivery.id },
        body: { version: delivery.version, packageIds: [...picking.chosen.keys()], remove: false },
        idempotencyKey,
      })
      onClose()
    } finally {
      void changed()
    }
  }
  return (
    <PickDialog<PackageRow>
      title={t('pickPackages.title')}
      searchWord={t('searchPackages')}
      none={t('pickPackages.none')}
      picking={picking}
      query={query}
      sum={t('pickPackages.chosen', { count: picking.chosen.size, tonnes: exactTonnes(kg) })}
      closeWord={t('common:form.cancel')}
      actionWord={t('action.putOn')}
      onPick={putOn}
      onClose={onClose}
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
  )
}

interface PickPiecesProps {
  readonly orderId: string
  readonly onPack: (pieces: readonly string[]) => Promise<readonly PackOutcome[]>
  readonly onClose: () => void
}

/** As many as one request packs. */
const maxPacked = 500

/** Picks pieces of an order that may be packed. What did not go in stays on the screen with the reason. */
export function PickPieces({ orderId, onPack, onClose }: PickPiecesProps) {
  const { t } = useTranslation('shipping')
  const picking = usePicking<PackedPiece>()
  const [refused, setRefused] = useState<readonly PackOutcome[]>([])
  const query = useQuery(packableQuery(orderId, picking.query))
  const kg = [...picking.chosen.values()].reduce((sum, { netKg }) => sum + (netKg ?? 0), 0)
  const pack = async () => {
    const chosen = [...picking.chosen]
    const outcomes = await onPack(chosen.slice(0, maxPacked).map(([id]) => id))
    const left = outcomes.filter(({ outcome }) => outcome === 'refused')
    setRefused(left)
    picking.setChosen(new Map(chosen.slice(maxPacked)))
    if (left.length === 0 && chosen.length <= maxPacked) onClose()
  }
  return (
    <PickDialog<PackedPiece>
      title={t('pick.title')}
      searchWord={t('searchPieces')}
      none={t('pick.none')}
      picking={picking}
      query={query}
      sum={t('pick.chosen', { count: picking.chosen.size, kg: gramsShown(kg) })}
      closeWord={t('common:close')}
      actionWord={t('pack.add')}
      onPick={pack}
      onClose={onClose}
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
    >
      {refused.length > 0 && <CodeOutcomes isAlert outcomes={refused} wordOf={() => t('outcome.refused')} />}
    </PickDialog>
  )
}

const pageSize = 50

type Chosen<Row> = ReadonlyMap<string, Row>

/** Search, filters and selection of a list that selects over several pages. */
export function usePicking<Row>() {
  const [query, setQuery] = useState({ q: '', page: 1 })
  const [chosen, setChosen] = useState<Chosen<Row>>(new Map())
  return { query: { ...query, pageSize }, setQuery, chosen, setChosen }
}

interface PickDialogProps<Row> {
  readonly title: string
  readonly searchWord: string
  /** Text shown when nothing can be selected. */
  readonly none: string
  readonly picking: ReturnType<typeof usePicking<Row>>
  readonly query: {
    readonly data: { readonly items: readonly Row[]; readonly total: number } | undefined
    readonly isFetching: boolean
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  readonly columns: TableColumnsType<Row>
  /** Number and total weight of the selection. */
  readonly sum: string
  readonly closeWord: string
  readonly actionWord: string
  /** Rejects if nothing was saved; the dialog stays open and shows why. */
  readonly onPick: () => Promise<void>
  readonly onClose: () => void
  /** Above the search. */
  readonly children?: ReactNode
}

/** Rows are picked out of a list, over its pages and searches. */
export function PickDialog<Row extends { readonly id: string }>(props: PickDialogProps<Row>) {
  const { title, searchWord, picking, query, onClose, children } = props
  const { setQuery, chosen } = picking
  const { busy, error, submit } = useSubmit()
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        width={820}
        title={title}
        onCancel={onClose}
        mask={{ closable: false }}
        footer={
          <div className="pick-foot">
            <span aria-live="polite">{props.sum}</span>
            <Button onClick={onClose}>{props.closeWord}</Button>
            <Button
              type="primary"
              loading={busy}
              disabled={chosen.size === 0}
              onClick={() => void submit(props.onPick)}
            >
              {props.actionWord}
            </Button>
          </div>
        }
      >
        {error !== null && <ProblemAlert error={error} />}
        {query.error !== null && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
        {children}
        <Input.Search
          allowClear
          className="pick-search"
          aria-label={searchWord}
          placeholder={searchWord}
          onSearch={(text) => setQuery({ q: text.trim(), page: 1 })}
        />
        <PickTable {...props} />
      </Modal>
    </>
  )
}

function PickTable<Row extends { readonly id: string }>({
  title,
  none,
  picking: { query: filter, setQuery, chosen, setChosen },
  query,
  columns,
}: Pick<PickDialogProps<Row>, 'title' | 'none' | 'picking' | 'query' | 'columns'>) {
  return (
    <Table<Row>
      rowKey="id"
      size="small"
      aria-label={title}
      loading={query.isFetching}
      dataSource={query.data?.items ?? []}
      scroll={{ x: 560, y: 360 }}
      locale={{ emptyText: none }}
      rowSelection={{
        preserveSelectedRowKeys: true,
        selectedRowKeys: [...chosen.keys()],
        onChange: (_keys, rows) => setChosen(new Map(rows.map((row) => [row.id, row]))),
      }}
      pagination={{
        current: filter.page,
        pageSize,
        total: query.data?.total ?? 0,
        showSizeChanger: false,
        onChange: (page) => setQuery((before) => ({ ...before, page })),
      }}
      columns={columns}
    />
  )
}
