import type { ImportView } from '@cloud-factory/contract/order-imports'
import { useTranslation } from 'react-i18next'
import { absent } from '../../../shared/format/numbers.ts'
import { bytesText } from './upload.rules.ts'

/** What the reading took the files for: format, encoding, and the meaning of each column. */
export function DetectedFacts({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('imports')
  return (
    <div className="detected">
      <table className="plain-table">
        <caption>{t('detected.files')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('detected.file')}</th>
            <th scope="col">{t('detected.size')}</th>
          </tr>
        </thead>
        <tbody>
          {view.files.map(({ name, bytes }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name
            <tr key={at}>
              <td>{name}</td>
              <td className="is-number">{bytesText(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {view.columns.length > 0 && <Columns columns={view.columns} />}
    </div>
  )
}

function Columns({ columns }: Pick<ImportView, 'columns'>) {
  const { t } = useTranslation('imports')
  return (
    <table className="plain-table">
      <caption>{t('detected.columns')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('detected.header')}</th>
          <th scope="col">{t('detected.meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ header, meaning }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- real lists have the same header twice
          <tr key={at}>
            <td>{header === '' ? absent : header}</td>
            <td>
              {meaning === null ? t('meaning.none') : t(`meaning.${meaning}`, { defaultValue: meaning })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
