import { Button, Input, Modal, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'

const pageSize = 50

type Chosen<Row> = ReadonlyMap<string, Row>

/** Search, filters and selection of a list that selects over several pages. */
export function usePicking<Row>() {
  const [asked, setAsked] = useState({ q: '', page: 1 })
  const [chosen, setChosen] = useState<Chosen<Row>>(new Map())
  return { query: { ...asked, pageSize }, setAsked, chosen, setChosen }
}

interface Props<Row> {
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
export function PickDialog<Row extends { readonly id: string }>(props: Props<Row>) {
  const { title, searchWord, picking, query, onClose, children } = props
  const { setAsked, chosen } = picking
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
          onSearch={(text) => setAsked({ q: text.trim(), page: 1 })}
        />
        <PickTable {...props} />
      </Modal>
    </>
  )
}

function PickTable<Row extends { readonly id: string }>({
  title,
  none,
  picking: { query: asked, setAsked, chosen, setChosen },
  query,
  columns,
}: Pick<Props<Row>, 'title' | 'none' | 'picking' | 'query' | 'columns'>) {
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
        current: asked.page,
        pageSize,
        total: query.data?.total ?? 0,
        showSizeChanger: false,
        onChange: (page) => setAsked((before) => ({ ...before, page })),
      }}
      columns={columns}
    />
  )
}
