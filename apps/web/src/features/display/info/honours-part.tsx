import type { DisplayInfo } from '@cloud-factory/contract/display-info'
import { InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { Labelled } from './labelled.tsx'
import { PictureField } from './picture-field.tsx'
import { SortedList } from './sorted-list.tsx'
import { useToday } from './use-today.ts'
import type { InfoWork } from './use-info-draft.ts'
import { WordsField } from './words-field.tsx'

/** Honours of the factory with their years and pictures. */
export function HonoursPart({ work: { draft, change } }: { readonly work: InfoWork }) {
  const { t } = useTranslation('display-info')
  const year = Number(useToday().slice(0, 4))
  return (
    <SortedList<DisplayInfo['honours'][number]>
      rows={draft.honours}
      onChange={(honours) => change({ honours })}
      nameOf={(at) => t('honourNo', { no: at + 1 })}
      addWord={t('addHonour')}
      empty={t('noHonours')}
      most={30}
      fresh={() => ({ names: { zh: '', en: '', es: '' }, year, picture: null })}
      render={(honour, set) => (
        <>
          <WordsField
            label={t('honourName')}
            value={honour.names}
            most={80}
            long
            onChange={(names) => set({ names })}
          />
          <div className="info-pair">
            <Labelled label={t('year')}>
              {(id) => (
                <InputNumber
                  id={id}
                  min={1900}
                  max={2100}
                  precision={0}
                  value={honour.year}
                  onChange={(value) => set({ year: value ?? year })}
                />
              )}
            </Labelled>
            <PictureField
              label={t('picture.title')}
              value={honour.picture}
              onChange={(picture) => set({ picture })}
            />
          </div>
        </>
      )}
    />
  )
}
