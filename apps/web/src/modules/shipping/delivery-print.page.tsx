import type { BoltIssue } from '@cloud-factory/contract/bolts/bolts'
import type { DeliveryPiece, DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams, useSearchParams } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { count, gramsShown } from '../../shared/format/numbers.ts'
import { PagedDocument } from '../printing/paged-document.tsx'
import { PaperFacts, Signatures, usePrintWords } from '../printing/sheet.tsx'
import { PrintFrame } from '../printing/print-frame.tsx'
import { packedBoltsQuery } from '../bolts/bolts.queries.ts'
import { PrintedBolts } from '../bolts/printed-bolts.tsx'
import { allPackagesQuery, deliveryFacts, noteColumns, truckColumns } from './print-labels.ts'
import { deliveryPiecesQuery, deliveryQuery, signatureQuery } from './shipping.queries.ts'
import { exceptionsText } from './shipping-labels.tsx'
import './shipping.css'

const words = ['shipping', 'bolts'] as const
const sheets = ['note', 'truck'] as const
type Sheet = (typeof sheets)[number]
type Bolts = readonly BoltIssue[] | undefined

/** Delivery note (contents by package) or truck list (contents by piece), ready to print. */
export function DeliveryPrintPage() {
  const { t } = useTranslation('shipping')
  const { id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const sheet: Sheet = sheets.find((word) => word === search.get('sheet')) ?? 'note'
  const { error, isThere, retry, ...made } = useSheets(id, sheet)
  const title = t(`print.${sheet}Of`, { no: made.delivery?.no ?? '' })
  return (
    <PrintFrame
      title={title}
      fileName={title}
      back={`/order/delivery/${id}`}
      namespaces={words}
      error={error}
      onRetry={retry}
      waiting={isThere ? undefined : { done: 0, total: 1 }}
      controls={
        <Segmented<Sheet>
          aria-label={t('print.kind')}
          value={sheet}
          onChange={(to) => setSearch(to === 'note' ? {} : { sheet: to }, { replace: true })}
          options={sheets.map((value) => ({ value, label: t(`print.${value}`) }))}
        />
      }
    >
      {isThere && <Sheets sheet={sheet} {...made} />}
    </PrintFrame>
  )
}

interface SheetsProps {
  readonly sheet: Sheet
  readonly delivery: DeliveryRow | undefined
  readonly packages: readonly PackageRow[]
  readonly pieces: readonly DeliveryPiece[]
  readonly signature: string | null
  readonly bolts: Bolts
}

function Sheets({ sheet, delivery, packages, pieces, signature, bolts }: SheetsProps) {
  if (delivery === undefined) return null
  return sheet === 'note' ? (
    <DeliveryNote delivery={delivery} packages={packages} signature={signature} bolts={bolts} />
  ) : (
    <TruckList delivery={delivery} pieces={pieces} />
  )
}

/** Data of a sheet; `isThere` once all of it is loaded. */
function useSheets(id: string, sheet: Sheet) {
  const delivery = useQuery(deliveryQuery(id))
  const packages = useQuery(allPackagesQuery(id))
  const pieces = useQuery({ ...deliveryPiecesQuery(id), enabled: sheet === 'truck' })
  const bolts = useQuery(packedBoltsQuery({ deliveryId: id }))
  const hasSignature = sheet === 'note' && delivery.data?.hasSignature === true
  const signature = useQuery({ ...signatureQuery(id), enabled: hasSignature })
  const used = [
    delivery,
    packages,
    bolts,
    ...(sheet === 'truck' ? [pieces] : []),
    ...(hasSignature ? [signature] : []),
  ]
  return {
    delivery: delivery.data,
    packages: packages.data ?? [],
    pieces: pieces.data ?? [],
    bolts: bolts.data,
    signature: signature.data?.png ?? null,
    error: used.find((query) => query.error !== null)?.error ?? null,
    isThere: used.every((query) => query.data !== undefined),
    retry: () => void Promise.all(used.map((query) => query.refetch())),
  }
}

interface NoteProps {
  readonly delivery: DeliveryRow
  readonly packages: readonly PackageRow[]
  readonly signature: string | null
  readonly bolts: Bolts
}

function DeliveryNote({ delivery, packages, signature, bolts }: NoteProps) {
  const t = usePrintWords('shipping')
  const instant = useInstant()
  return (
    <PagedDocument<PackageRow>
      title={t('print.note')}
      number={delivery.no}
      heading={<PaperFacts facts={deliveryFacts(t, delivery, instant)} />}
      columns={noteColumns(t)}
      rows={packages}
      rowKey={({ id }) => id}
      sums={
        <tr>
          <td colSpan={3}>{t('print.packagesSum', { packages: count(delivery.packages) })}</td>
          <td className="is-right">{count(delivery.pieces)}</td>
          <td className="is-right">{gramsShown(delivery.netKg)}</td>
          <td className="is-right">{gramsShown(delivery.grossKg)}</td>
        </tr>
      }
      tail={
        <>
          <PrintedBolts bolts={bolts} />
          <NoteEnd delivery={delivery} signature={signature} />
        </>
      }
    />
  )
}

/** Signatures to be given, or the receipt. */
function NoteEnd({ delivery, signature }: Pick<NoteProps, 'delivery' | 'signature'>) {
  const t = usePrintWords('shipping')
  const instant = useInstant()
  if (delivery.receivedBy === null)
    return <Signatures words={[t('print.shipper'), t('common:field.driver'), t('common:field.receivedBy')]} />
  return (
    <div className="print-receipt">
      <p>
        {t('receipt.by', { name: delivery.receivedBy, at: instant(delivery.receivedAt) })}
        {' · '}
        {delivery.missing + delivery.damaged === 0 ? t('receipt.complete') : exceptionsText(delivery, t)}
      </p>
      {delivery.receiptNote !== null && <p>{delivery.receiptNote}</p>}
      {signature !== null && (
        <img
          alt={t('receipt.signatureOf', { name: delivery.receivedBy })}
          src={`data:image/png;base64,${signature}`}
        />
      )}
    </div>
  )
}

function TruckList({
  delivery,
  pieces,
}: {
  readonly delivery: DeliveryRow
  readonly pieces: readonly DeliveryPiece[]
}) {
  const t = usePrintWords('shipping')
  const instant = useInstant()
  return (
    <PagedDocument<DeliveryPiece>
      title={t('print.truck')}
      number={delivery.no}
      heading={<PaperFacts facts={deliveryFacts(t, delivery, instant)} />}
      columns={truckColumns(t)}
      rows={pieces}
      rowKey={({ id }) => id}
      sums={
        <tr>
          <td colSpan={5}>{t('print.sum', { pieces: count(delivery.pieces) })}</td>
          <td className="is-right">{gramsShown(delivery.netKg)}</td>
        </tr>
      }
      tail={<Signatures words={[t('print.loader'), t('common:field.driver')]} />}
    />
  )
}
