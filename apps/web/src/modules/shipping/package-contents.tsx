import { CameraOutlined, ScanOutlined } from '@ant-design/icons'
import type { PackOutcome, PackageRow, PackedPiece } from '@cloud-factory/contract/shipping/packages'
import { Button, Form, Input, type InputRef, Skeleton } from 'antd'
import { Suspense, useRef, useState, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { codesIn } from '../../shared/scan/scan.rules.ts'
import { ScanCamera } from '../../shared/scan/camera-scan.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { OutcomeLine } from './shipping-labels.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { api } from '../../shared/api.ts'
import { thousands, gramsShown } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { PieceStatusTag } from '../orders/order-labels.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { packageQuery, packedPiecesQuery } from './shipping.queries.ts'
import { PickPieces } from './pick-dialog.tsx'

interface Props {
  readonly onPack: (pieces: readonly string[]) => Promise<readonly PackOutcome[]>
  readonly onPick: () => void
}

/** So many of the last answers stay in sight. */
const shown = 4

interface ScanResult extends PackOutcome {
  readonly key: number
}

/** A field for a hand scanner, typing or the camera: each code packs. The focus stays, so the next can follow at once. */
function PackBox({ onPack, onPick }: Props) {
  const { t } = useTranslation('shipping')
  const field = useRef<InputRef>(null)
  const { text, setText, busy, error, reported, pack } = usePacking(onPack)
  const [camera, setCamera] = useState(false)
  const packTyped = async () => {
    setText('')
    await pack(text)
    field.current?.focus()
  }
  return (
    <section className="pack-box" aria-label={t('pack.title')}>
      <Form layout="inline" className="pack-line" onFinish={() => void packTyped()}>
        <Input
          ref={field}
          autoFocus
          className="pack-field"
          prefix={<ScanOutlined />}
          maxLength={300}
          value={text}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            if (codesIn(pasted).length < 2) return
            event.preventDefault()
            void pack(pasted)
          }}
          aria-label={t('pack.scan')}
          placeholder={t('pack.scan')}
          onChange={({ target }) => setText(target.value)}
        />
        <Button htmlType="submit" type="primary" loading={busy > 0}>
          {t('pack.add')}
        </Button>
        <Button icon={<CameraOutlined />} aria-expanded={camera} onClick={() => setCamera(!camera)}>
          {t('production:scan.camera')}
        </Button>
        <Button onClick={onPick}>{t('pack.pick')}</Button>
      </Form>
      {camera && (
        <Suspense fallback={<Skeleton active />}>
          <div className="pack-camera">
            <ScanCamera goesOn onCode={(code) => void pack(code)} onClose={() => setCamera(false)} />
          </div>
        </Suspense>
      )}
      {error !== null && <ProblemAlert error={error} />}
      <ul className="pack-outcomes" aria-live="polite">
        {reported.map((outcome) => (
          <OutcomeLine key={outcome.key} outcome={outcome} />
        ))}
      </ul>
    </section>
  )
}

/** The text of the field and the answers to what was packed, the latest first. */
function usePacking(onPack: Props['onPack']) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [reported, setReported] = useState<readonly ScanResult[]>([])
  const pack = async (text: string) => {
    const pieces = codesIn(text)
    if (pieces.length === 0) return
    setError(null)
    setBusy((now) => now + 1)
    try {
      const outcomes = await onPack(pieces)
      setReported((before) =>
        [
          ...outcomes.map((outcome, at) => ({ ...outcome, key: (before[0]?.key ?? 0) + at + 1 })),
          ...before,
        ].slice(0, Math.max(shown, outcomes.length)),
      )
    } catch (failure) {
      setError(failure)
      // Nothing was packed: what was scanned must not be lost.
      setText((now) => (now === '' ? text : now))
    } finally {
      setBusy((now) => now - 1)
    }
  }
  return { text, setText, busy, error, reported, pack }
}

const filterNames = [] as const

/** Pieces of a package; while it is open they are scanned or picked in, and taken out. */
export function PackageContents({ pack }: { readonly pack: PackageRow }) {
  const { t } = useTranslation('shipping')
  const list = useListState('GET /api/packages/:id/pieces', filterNames)
  const query = useListQuery(list, (page) => packedPiecesQuery(pack.id, page))
  const columns = useMemo(() => pieceColumns(t), [t])
  const [picking, setPicking] = useState(false)
  const move = usePackPieces(pack.id)
  const isOpen = pack.status === 'open'
  return (
    <>
      {isOpen && pack.can.pack === true && (
        <PackBox onPack={(pieces) => move(pieces, false)} onPick={() => setPicking(true)} />
      )}
      <DataTable
        name="packed-pieces"
        label={t('contents')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchPieces')}
        empty={<span>{t(isOpen ? 'emptyPackage' : 'noPieces')}</span>}
        {...(isOpen
          ? {
              rowActions: {
                width: 110,
                render: (piece: PackedPiece) => (
                  <ReasonButton
                    type="link"
                    size="small"
                    allowed={pack.can.pack}
                    aria-label={`${t('action.takeOut')}: ${piece.serial}`}
                    onClick={() => void move([piece.id], true)}
                  >
                    {t('action.takeOut')}
                  </ReasonButton>
                ),
              },
            }
          : {})}
      />
      {picking && (
        <PickPieces
          orderId={pack.order.id}
          onPack={(pieces) => move(pieces, false)}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}

/** Adds or removes pieces; resolves to the result of each. */
function usePackPieces(id: string) {
  const client = useQueryClient()
  const changed = useOrdersChanged()
  return async (pieces: readonly string[], remove: boolean): Promise<readonly PackOutcome[]> => {
    try {
      const answer = await api('POST /api/packages/:id/pieces', {
        params: { id },
        body: { pieces: [...pieces], remove },
      })
      client.setQueryData(packageQuery(id).queryKey, answer.package)
      return answer.items
    } finally {
      void changed()
    }
  }
}

const pieceColumns = (t: TFunction<'shipping'>): readonly Column<PackedPiece>[] => [
  {
    key: 'serial',
    title: t('field.serial'),
    width: 170,
    pinned: true,
    sort: 'serial',
    render: ({ serial }) => serial,
  },
  { key: 'name', title: t('field.name'), width: 130, render: ({ name }) => name },
  { key: 'profile', title: t('field.profile'), width: 180, render: ({ profile }) => profile },
  {
    key: 'lengthMm',
    title: t('field.lengthMm'),
    width: 110,
    align: 'right',
    render: ({ lengthMm }) => (lengthMm === null ? '–' : thousands(lengthMm)),
  },
  {
    key: 'netKg',
    title: t('field.netKg'),
    width: 120,
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 130,
    render: ({ status }) => <PieceStatusTag status={status} />,
  },
]
