import { type Masking, maskings } from '@cloud-factory/domain/displays/display-enums'
import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../shared/form/day-field.tsx'
import { Labelled } from './info-labelled.tsx'
import { PictureField } from './picture-field.tsx'
import type { InfoWork } from './use-info-draft.ts'
import { WordsField } from './words-field.tsx'

/** Names, slogan, logo, safety days, people on duty, and what is hidden from visitors. */
export function BasicsPart({ work: { draft, change } }: { readonly work: InfoWork }) {
  const { t } = useTranslation('display-info')
  const { duty, masking } = draft
  return (
    <div className="info-part">
      <WordsField
        label={t('field.names')}
        value={draft.names}
        most={60}
        onChange={(names) => change({ names })}
      />
      <WordsField
        label={t('field.slogan')}
        value={draft.slogan}
        most={80}
        onChange={(slogan) => change({ slogan })}
      />
      <PictureField label={t('field.logo')} value={draft.logo} onChange={(logo) => change({ logo })} />
      <div className="info-pair">
        <Labelled label={t('field.safetySince')} note={t('safetyNote')}>
          {(id) => (
            <DayField id={id} value={draft.safetySince} onChange={(safetySince) => change({ safetySince })} />
          )}
        </Labelled>
        <DutyFields duty={duty} onChange={(next) => change({ duty: next })} />
        {(['customers', 'projects'] as const).map((whose) => (
          <Labelled key={whose} label={t(`masking.${whose}`)}>
            {(id) => (
              <Select<Masking>
                id={id}
                value={masking[whose]}
                onChange={(how) => change({ masking: { ...masking, [whose]: how } })}
                options={maskings.map((value) => ({ value, label: t(`mask.${value}`) }))}
              />
            )}
          </Labelled>
        ))}
      </div>
    </div>
  )
}

type Duty = InfoWork['draft']['duty']

/** People on duty. */
function DutyFields({ duty, onChange }: { readonly duty: Duty; readonly onChange: (duty: Duty) => void }) {
  const { t } = useTranslation('display-info')
  return (
    <>
      <Labelled label={t('duty.name')}>
        {(id) => (
          <Input
            id={id}
            maxLength={40}
            value={duty.name}
            onChange={({ target }) => onChange({ ...duty, name: target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('duty.phone')}>
        {(id) => (
          <Input
            id={id}
            maxLength={40}
            inputMode="tel"
            value={duty.phone}
            onChange={({ target }) => onChange({ ...duty, phone: target.value })}
          />
        )}
      </Labelled>
    </>
  )
}
