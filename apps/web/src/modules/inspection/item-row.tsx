import { DeleteOutlined } from '@ant-design/icons'
import type { FormItem, InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useSettings } from '../../shared/settings.ts'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { useInspectionsChanged, useKnownInspection } from './inspections.queries.ts'
import { Link } from 'react-router'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { limitsText } from '@cloud-factory/contract/standards/limits-text.rules'
import { useToolText, useSizeText } from './inspection-labels.tsx'
import { PhotoButton } from './inspection-photos.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { statusOf } from './readings.rules.ts'
import { typedDecimal } from '../../shared/form/typed-decimal.rules.ts'
import { hasNumberPad } from './number-pad.tsx'
import { type CellProps, type Trouble, useCell } from './reading-queue.ts'
import { absent } from '../../shared/format/numbers.ts'

interface Props {
  readonly form: InspectionForm
  readonly item: FormItem
}

/** Takes an added item off the form again; there until something was read at it. */
function RemoveItem({ form, item }: Props) {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const message = useProblemMessage()
  const known = useKnownInspection()
  const changed = useInspectionsChanged()
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/inspection-items/:id', { params: { id: item.id } }),
    onSuccess: known,
    onError: (error) => {
      say('warning', message(error))
      void changed()
    },
  })
  if (form.readings.some(({ itemId }) => itemId === item.id)) return null
  return (
    <Button
      type="text"
      icon={<DeleteOutlined />}
      loading={remove.isPending}
      aria-label={t('items.remove', { item: item.names[language] })}
      onClick={() => remove.mutate()}
    />
  )
}

interface RaiseLinkProps {
  readonly form: InspectionForm
  readonly item: FormItem
  readonly pieceId: string
}

/** From a reading outside to the report of it: the form comes with piece, inspection and item filled in. */
function RaiseLink({ form, item, pieceId }: RaiseLinkProps) {
  const { t } = useTranslation('inspection')
  const piece = form.lot.find(({ id }) => id === pieceId)
  const isOutside = form.readings.some(
    (reading) => reading.itemId === item.id && reading.pieceId === pieceId && !reading.inside,
  )
  if (!isOutside || piece === undefined) return null
  const query = new URLSearchParams({
    raise: pieceId,
    as: piece.serial,
    inspection: form.id,
    item: item.id,
  })
  return (
    <Allowed permissionOr={['quality.inspect', 'quality.judge', 'order.report']}>
      <Link className="raise-link" to={`/quality/ncrs?${query.toString()}`}>
        {t('raiseNcr')}
      </Link>
    </Allowed>
  )
}

interface ItemRowProps {
  readonly form: InspectionForm
  readonly item: FormItem
  readonly pieceId: string
  readonly instrument: string | null
}

/** An item of the form for one piece, with a field for each point. */
export function ItemRow({ form, item, pieceId, instrument }: ItemRowProps) {
  const { t } = useTranslation('inspection')
  const sizeText = useSizeText()
  return (
    <tr>
      <ItemHead form={form} item={item} />
      <td data-label={t('field.nominal')}>{item.nominal === null ? '–' : `${item.nominal} ${item.unit}`}</td>
      <td data-label={t('field.limits')}>
        {item.missing.length > 0 ? (
          <span className="is-late">
            {t('missingSize', { sizes: item.missing.map(sizeText).join(', ') })}
          </span>
        ) : item.measures === 'visual' ? (
          t('common:tool.eye')
        ) : (
          `${limitsText(item, item.magnitude)} ${item.unit}`
        )}
      </td>
      <td>
        <div className="item-points">
          {Array.from({ length: item.points }, (_, index) => {
            const props = { form, item, pieceId, point: index + 1, instrument }
            // Points of an item differ by their number only.
            return item.measures === 'visual' ? (
              <LookCell key={`look-${props.point}`} {...props} />
            ) : (
              <ReadingCell key={`point-${props.point}`} {...props} />
            )
          })}
        </div>
        <RaiseLink form={form} item={item} pieceId={pieceId} />
      </td>
      {form.can.read === true && <ItemActions form={form} item={item} pieceId={pieceId} />}
    </tr>
  )
}

/** Item, tool, clause, and faults found so far. */
function ItemHead({ form, item }: Pick<ItemRowProps, 'form' | 'item'>) {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const toolText = useToolText()
  const verdict = form.byRule.items.find(({ itemId }) => itemId === item.id)
  const about = [
    toolText(item.tool),
    item.clause,
    item.asksPlace ? t(`place.${item.place}`) : '',
    item.added ? t('items.added') : '',
  ]
  return (
    <th scope="row">
      {item.class === 'main' && <b className="item-main">{t('common:class.main')}</b>} {item.names[language]}
      <small>{about.filter((word) => word !== '').join(' · ')}</small>
      {verdict !== undefined && verdict.points > 0 && verdict.reason !== null && (
        <small className="is-late">{t(`lotReason.${verdict.reason.replace('lot.', '')}`)}</small>
      )}
    </th>
  )
}

/** Photos of the item at this piece; an added item can be taken away. */
function ItemActions({ form, item, pieceId }: Omit<ItemRowProps, 'instrument'>) {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const own = form.photos.filter((photo) => photo.itemId === item.id && photo.pieceId === pieceId)
  return (
    <td className="item-deeds">
      <PhotoButton
        inspectionId={form.id}
        where={{ itemId: item.id, pieceId }}
        count={own.length}
        name={t('photo.of', { item: item.names[language] })}
      />
      {item.added && <RemoveItem form={form} item={item} />}
    </td>
  )
}

/** Visual judgement: in order or not. Pressed again, it is cleared. */
function LookCell(props: CellProps) {
  const { form, item, point } = props
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const { value, isPending, trouble, keep } = useCell(props)
  const name = t('pointOf', { item: item.names[language], point })
  return (
    <fieldset className={`look ${isPending ? 'is-pending' : ''}`} aria-label={name}>
      {(['1', '0'] as const).map((look) => (
        <button
          key={look}
          type="button"
          {...(look === '1' ? { 'data-point': point } : {})}
          className={`look-${look === '1' ? 'good' : 'bad'}`}
          aria-pressed={value === look}
          disabled={form.can.read !== true}
          onClick={() => keep(value === look ? null : look)}
        >
          {t(look === '1' ? 'inOrder' : 'notInOrder')}
        </button>
      ))}
      <TroubleNote
        trouble={trouble}
        show={(look) => t(look === '1' ? 'inOrder' : 'notInOrder')}
        keep={keep}
      />
    </fieldset>
  )
}

/** A field for one reading, judged while it is typed and saved when it is left. */
function ReadingCell(props: CellProps) {
  const { form, item, point } = props
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const { value, isPending, trouble, typed, type, keep } = useCell(props)
  const text = typed ?? value ?? ''
  const status = statusOf(item, text)
  const leave = () => {
    if (typed === null) return
    const read = typedDecimal(typed)
    // Text that is not a number stays in the field, marked as wrong.
    if (read === null) return
    keep(read === '' ? null : read)
  }
  return (
    <span className={`reading is-${status} ${isPending ? 'is-pending' : ''}`}>
      <input
        data-point={point}
        type="text"
        inputMode={hasNumberPad ? 'none' : 'decimal'}
        autoComplete="off"
        maxLength={24}
        readOnly={form.can.read !== true || item.missing.length > 0}
        aria-label={t('pointOf', { item: item.names[language], point })}
        aria-invalid={status === 'wrong' || status === 'outside'}
        value={text}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={leave}
      />
      <i aria-hidden="true">{status === 'inside' ? '✓' : status === 'outside' ? '✗' : ''}</i>
      {status === 'wrong' && typed !== null && (
        <small className="is-late" role="status">
          {t('notNumber')}
        </small>
      )}
      <TroubleNote trouble={trouble} show={(reading) => reading} keep={keep} />
    </span>
  )
}

interface TroubleProps {
  readonly trouble: Trouble | undefined
  readonly show: (value: string) => string
  readonly keep: (value: string | null) => void
}

/** Why a reading is not saved. Somebody else read another value meanwhile: both are shown, and one of them is chosen. */
function TroubleNote({ trouble, show, keep }: TroubleProps) {
  const { t } = useTranslation('inspection')
  const reasonText = useReasonText()
  if (trouble === undefined) return null
  if (trouble.is === 'refused')
    return (
      <small className="is-late" role="status">
        {reasonText(trouble.reason)}
      </small>
    )
  const { mine, theirs } = trouble
  const shown = (value: string | null) => (value === null ? absent : show(value))
  return (
    <span className="reading-conflict is-late" role="status">
      {t('conflict', { mine: shown(mine), theirs: shown(theirs) })}
      {[mine, theirs].map((value, at) => (
        <Button
          key={at === 0 ? 'mine' : 'theirs'}
          size={hasNumberPad ? 'large' : 'small'}
          onClick={() => keep(value)}
        >
          {t('takeValue', { value: shown(value) })}
        </Button>
      ))}
    </span>
  )
}
