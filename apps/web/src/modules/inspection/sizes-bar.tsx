import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import type { SizeName } from '@cloud-factory/domain/inspection/quality-enums'
import { Button, Segmented } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useSettings } from '../../shared/settings.ts'
import { useEditedValue } from '../../shared/form/use-edited-value.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { typedDecimal } from '../../shared/form/typed-decimal.rules.ts'
import { useSaveForm } from './inspections.queries.ts'
import { useSizeText } from './inspection-labels.tsx'

type Texts = Partial<Record<SizeName, string>>
type Places = Readonly<Record<string, InspectionForm['items'][number]['place']>>

/** The sizes that limits are made of, and where items are read; they can be changed until the first reading. */
export function SizesBar({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const placeItems = form.items.filter(({ asksPlace }) => asksPlace)
  const { value, version, isDirty, type, saved } = useEditedValue(storedSizes(form, placeItems), form.version)
  const { texts, places } = value
  const { save, error, busy } = useSaveForm(form)
  const canChange = form.can.sizes === true
  useDirty(isDirty)
  const saveSizes = async () => {
    const moved = placeItems.filter(({ id, place }) => places[id] !== place).map(({ id }) => id)
    if (await save({ version, sizes: sizesOf(texts), places: placesOf(places, moved) })) saved()
  }
  if (form.sizesAsked.length + placeItems.length === 0) return null
  return (
    <form
      className="sizes-bar"
      aria-label={t('sizes')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty) void saveSizes()
      }}
    >
      {error !== null && <ProblemAlert error={error} />}
      {form.sizesAsked.map((name) => (
        <SizeField
          key={name}
          name={name}
          text={texts[name] ?? ''}
          readOnly={!canChange}
          onType={(text) => type((now) => ({ ...now, texts: { ...now.texts, [name]: text } }))}
        />
      ))}
      {placeItems.map((item) => (
        <span key={item.id} className="place-choice">
          {item.names[language]}
          <Segmented<'joint' | 'other'>
            size="small"
            disabled={!canChange}
            options={(['joint', 'other'] as const).map((value) => ({ value, label: t(`place.${value}`) }))}
            value={places[item.id] === 'joint' ? 'joint' : 'other'}
            onChange={(place) => type((now) => ({ ...now, places: { ...now.places, [item.id]: place } }))}
          />
        </span>
      ))}
      {canChange && (
        <Button type="primary" htmlType="submit" disabled={!isDirty} loading={busy}>
          {t('saveSizes')}
        </Button>
      )}
    </form>
  )
}

interface FieldProps {
  readonly name: SizeName
  readonly text: string
  readonly readOnly: boolean
  readonly onType: (text: string) => void
}

/** One size in millimetres. It is marked while it is missing or not a number above zero. */
function SizeField({ name, text, readOnly, onType }: FieldProps) {
  const { t } = useTranslation('inspection')
  const sizeText = useSizeText()
  const isWrong = text === '' || !(Number(typedDecimal(text) ?? 'x') > 0)
  return (
    <label className={isWrong ? 'is-missing' : ''}>
      {sizeText(name)}
      <input
        type="text"
        inputMode="decimal"
        maxLength={16}
        readOnly={readOnly}
        aria-invalid={isWrong}
        placeholder={t('missing')}
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
      mm
    </label>
  )
}

/** The typed texts that are valid sizes. */
function sizesOf(texts: Texts): Texts {
  const sizes: Texts = {}
  for (const [name, text] of Object.entries(texts) as [SizeName, string][]) {
    const size = typedDecimal(text)
    if (size !== null && size !== '' && Number(size) > 0) sizes[name] = size
  }
  return sizes
}

const placesOf = (places: Places, moved: readonly string[]) =>
  moved.map((itemId) => ({
    itemId,
    place: places[itemId] === 'joint' ? ('joint' as const) : ('other' as const),
  }))

const storedSizes = ({ sizes, sizesAsked }: InspectionForm, placeItems: InspectionForm['items']) => ({
  texts: Object.fromEntries(sizesAsked.map((name) => [name, sizes[name] ?? ''])) as Texts,
  places: Object.fromEntries(placeItems.map(({ id, place }) => [id, place])) as Places,
})
