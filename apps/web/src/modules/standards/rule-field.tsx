import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { sizeNames } from '@cloud-factory/domain/inspection/quality-enums'
import { Button, Input, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import {
  type BandDraft,
  emptyDraft,
  partKinds,
  plainKinds,
  type RuleDraft,
  type RuleKind,
  ruleKinds,
} from './rule-draft.rules.ts'

interface Props {
  /** Given by the form's item, as are the others below. */
  readonly value?: RuleDraft
  readonly onChange?: (draft: RuleDraft) => void
  readonly id?: string
}

/** A rule of any kind: its kind, and the fields of that kind. */
export function RuleField({ value = emptyDraft, onChange, id }: Props) {
  const { t } = useTranslation('standards')
  return (
    <div className="rule-field" {...(id === undefined ? {} : { id })}>
      <RulePart
        label={t('field.rule')}
        draft={value}
        kinds={ruleKinds}
        onChange={(draft) => onChange?.(draft)}
      />
    </div>
  )
}

interface PartProps {
  readonly label: string
  readonly draft: RuleDraft
  readonly kinds: readonly RuleKind[]
  readonly onChange: (draft: RuleDraft) => void
}

const sizeOptions = sizeNames.map((value) => ({ value, label: value }))

function RulePart({ label, draft, kinds, onChange }: PartProps) {
  const { t } = useTranslation('standards')
  const set = (change: Partial<RuleDraft>) => onChange({ ...draft, ...change })
  const number = (field: 'lo' | 'hi' | 'v' | 'div' | 'plus' | 'cap' | 'floor') => (
    <label key={field}>
      <span>{t(`rule.${field}`)}</span>
      <Input
        value={draft[field]}
        inputMode="decimal"
        maxLength={20}
        onChange={({ target }) => set({ [field]: target.value })}
      />
    </label>
  )
  return (
    <div className="rule-part" role="group" aria-label={label}>
      <Select
        aria-label={label}
        value={draft.kind}
        options={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        onChange={(kind: RuleKind) => set(begun(draft, kind))}
      />
      {draft.kind === 'abs' && <div className="rule-numbers">{[number('lo'), number('hi')]}</div>}
      {draft.kind === 'max' && <div className="rule-numbers">{number('v')}</div>}
      {draft.kind === 'ratio' && (
        <div className="rule-numbers">
          <label>
            <span>{t('rule.of')}</span>
            <Select value={draft.of} options={sizeOptions} onChange={(of) => set({ of })} />
          </label>
          {(['div', 'plus', 'cap', 'floor'] as const).map(number)}
          <label>
            <span>{t('rule.sign')}</span>
            <Select
              value={draft.sign}
              options={(['pm', 'max', 'minus', 'plus'] as const).map((sign) => ({
                value: sign,
                label: t(`sign.${sign}`),
              }))}
              onChange={(sign) => set({ sign })}
            />
          </label>
        </div>
      )}
      {draft.kind === 'piecewise' && <Bands draft={draft} onChange={onChange} />}
      {draft.kind === 'byPlace' &&
        (['joint', 'other'] as const).map((place) => (
          <div key={place} className="rule-place">
            <b>{t(`place.${place}`)}</b>
            <RulePart
              label={t(`place.${place}`)}
              draft={draft[place] ?? emptyDraft}
              kinds={partKinds}
              onChange={(part) => set({ [place]: part })}
            />
          </div>
        ))}
    </div>
  )
}

/** Initial values of a kind: two bands, so that there are fields to fill in. */
function begun(draft: RuleDraft, kind: RuleKind): Partial<RuleDraft> {
  if (kind !== 'piecewise' || draft.bands.length > 0) return { kind }
  return {
    kind,
    bands: [
      { op: 'lt', value: '', rule: emptyDraft },
      { op: '', value: '', rule: emptyDraft },
    ],
  }
}

const maxBands = 12

function Bands({ draft, onChange }: Pick<PartProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation('standards')
  const put = (bands: readonly BandDraft[]) => onChange({ ...draft, bands })
  const set = (at: number, change: Partial<BandDraft>) =>
    put(draft.bands.map((band, index) => (index === at ? { ...band, ...change } : band)))
  return (
    <>
      <label>
        <span>{t('rule.by')}</span>
        <Select value={draft.by} options={sizeOptions} onChange={(by) => onChange({ ...draft, by })} />
      </label>
      {draft.bands.map((band, at) => (
        // A band has no name of its own: its place is what it is.
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <div key={at} className="rule-band">
          <BandBound
            by={draft.by}
            number={at + 1}
            band={band}
            isOnly={draft.bands.length === 1}
            onChange={(change) => set(at, change)}
            onDrop={() => put(draft.bands.filter((_, index) => index !== at))}
          />
          <RulePart
            label={t('rule.band', { n: at + 1 })}
            draft={band.rule}
            kinds={plainKinds}
            onChange={(rule) => set(at, { rule })}
          />
        </div>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={draft.bands.length >= maxBands}
        onClick={() => put([...draft.bands, { op: '', value: '', rule: emptyDraft }])}
      >
        {t('rule.addBand')}
      </Button>
    </>
  )
}

interface BoundProps {
  /** The size that the bands divide. */
  readonly by: RuleDraft['by']
  /** Place of the band, from 1. */
  readonly number: number
  readonly band: BandDraft
  readonly isOnly: boolean
  readonly onChange: (change: Partial<BandDraft>) => void
  readonly onDrop: () => void
}

/** Upper end of a band, and a button that removes it. */
function BandBound({ by, number, band, isOnly, onChange, onDrop }: BoundProps) {
  const { t } = useTranslation('standards')
  return (
    <div className="band-bound">
      <Select
        aria-label={t('rule.op', { n: number })}
        value={band.op}
        options={[
          { value: 'lt', label: `${by} <` },
          { value: 'le', label: `${by} ≤` },
          { value: 'gt', label: `${by} >` },
          { value: 'ge', label: `${by} ≥` },
          { value: '', label: t('rule.otherwise') },
        ]}
        onChange={(op) => onChange({ op })}
      />
      {band.op !== '' && (
        <Input
          aria-label={t('rule.bound', { n: number })}
          value={band.value}
          inputMode="decimal"
          maxLength={20}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      )}
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('rule.dropBand', { n: number })}
        disabled={isOnly}
        onClick={onDrop}
      />
    </div>
  )
}
