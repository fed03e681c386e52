import { DownloadOutlined } from '@ant-design/icons'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useImportFile, useReadAgain } from './reading.queries.ts'
import { bytesText } from './upload.rules.ts'

/** The files as they were sent: to be fetched back, and while nothing is written, left out or taken in again. */
export function ImportFiles({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const fetched = useImportFile(view.id)
  const readAgain = useReadAgain(view.id)
  const dropped = view.files.flatMap((file, at) => (file.dropped ? [at] : []))
  const failure = fetched.error ?? readAgain.error
  const several = view.files.length > 1 && (view.status === 'ready' || view.status === 'failed')
  const change = (position: number, drop: boolean) =>
    readAgain.mutate({ without: drop ? [...dropped, position] : dropped.filter((at) => at !== position) })
  return (
    <section>
      {failure !== null && <ProblemAlert error={failure} />}
      <table className="plain-table">
        <caption>{t('common:field.files')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('detected.file')}</th>
            <th scope="col">{t('detected.size')}</th>
            <th scope="col">{t('common:field.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {view.files.map(({ name, bytes, dropped: isDropped }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name
            <tr key={at}>
              <td className={isDropped ? 'is-gone' : ''}>{name}</td>
              <td className="is-number">{bytesText(bytes)}</td>
              <td>
                <span className="bulk-buttons">
                  <Button
                    size="small"
                    icon={<DownloadOutlined />}
                    loading={fetched.isPending && fetched.variables === at}
                    onClick={() => fetched.mutate(at)}
                  >
                    {t('detected.download')}
                  </Button>
                  {several && (
                    <ReasonButton
                      size="small"
                      allowed={view.can.read}
                      loading={readAgain.isPending}
                      onClick={() => change(at, !isDropped)}
                    >
                      {t(isDropped ? 'detected.takeIn' : 'detected.leaveOut')}
                    </ReasonButton>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
