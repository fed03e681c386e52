import type { Invitation } from '@cloud-factory/contract/customer-links/customer-links'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api, download } from '../../shared/api.ts'
import { fieldText } from '../../shared/form/field-text.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { formatInstant } from '../../shared/format/dates.ts'
import { bytesText } from '../../shared/format/numbers.ts'
import { saveFile } from '../../shared/receive-file.ts'
import { languageNames } from '../../shared/settings.ts'
import { Button } from '../../shared/ui/button.tsx'
import { ProblemAlert, QueryState } from '../../shared/ui/problem-alert.tsx'

interface PartProps {
  readonly token: string
  readonly timeZone: string
}

const minute = '{y}-{m}-{d} {h}:{i}'

const invitationsQuery = (token: string) =>
  queryOptions({
    queryKey: ['customer', 'invitations', token],
    queryFn: ({ signal }) => api('GET /api/customer/invitations', { token, signal, quiet: true }),
  })

/** Inspections to which the customer is invited. */
export function CustomerInvitations({ token, timeZone }: PartProps) {
  const { t } = useTranslation('customer-links')
  const query = useQuery(invitationsQuery(token))
  const { items } = query.data ?? {}
  return (
    <>
      <QueryState query={query} />
      {items?.length === 0 && <p className="page-note">{t('page.noInspections')}</p>}
      <ul className="customer-cards">
        {items?.map((invitation) => (
          <li key={invitation.id}>
            <InvitationCard invitation={invitation} token={token} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </>
  )
}

function InvitationCard({ invitation, token, timeZone }: PartProps & { readonly invitation: Invitation }) {
  const { t } = useTranslation('customer-links')
  const { no, stage, orderNo, mark, pieces, inspector, onDay, note, verdict, answer, answerDay } = invitation
  const { answerNote, signedAt, signedBy, can } = invitation
  const answered =
    answer === 'accepted' ? t('page.accepted', { day: answerDay ?? onDay }) : t('page.declined')
  return (
    <>
      <h2>
        {no} {t(`inspection:stage.${stage}`)}
      </h2>
      <p>
        {[orderNo, mark, t('page.pieces', { count: pieces })].filter(Boolean).join(' · ')}
        {inspector !== '' && ` · ${t('page.inspector', { name: inspector })}`}
      </p>
      <p>{t('page.invited', { day: onDay })}</p>
      {note !== '' && <p>{note}</p>}
      {answer !== null && (
        <p>
          <strong>{answered}</strong> {answerNote}
        </p>
      )}
      {verdict !== null && (
        <p>
          <strong>{t(`page.verdict.${verdict}`)}</strong>
        </p>
      )}
      {signedBy !== null && (
        <p>{t('page.signed', { name: signedBy, at: formatInstant(signedAt, timeZone, minute) })}</p>
      )}
      {can.answer === true && <AnswerForm key={onDay} invitation={invitation} token={token} />}
      {can.sign === true && <SignForm id={invitation.id} token={token} />}
    </>
  )
}

/** Sends what the customer decides and shows the invitation as it is then. */
function useSend(token: string) {
  const client = useQueryClient()
  const { busy, error, submit } = useSubmit()
  const send = (request: () => Promise<unknown>) =>
    void submit(request).finally(() => void client.invalidateQueries(invitationsQuery(token)))
  return { busy, error, send }
}

type AnswerProps = Pick<PartProps, 'token'> & { readonly invitation: Invitation }

function AnswerForm({ invitation: { id, onDay, answerDay, answerNote }, token }: AnswerProps) {
  const { t } = useTranslation('customer-links')
  const { busy, error, send } = useSend(token)
  const decide = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const answer = fields.get('answer') === 'declined' ? 'declined' : 'accepted'
    const day = fieldText(fields, 'day')
    const body = {
      answer,
      day: answer === 'declined' || day === '' ? null : day,
      note: fieldText(fields, 'note'),
    } as const
    send(() => api('PUT /api/customer/invitations/:id/answer', { params: { id }, body, token, quiet: true }))
  }
  return (
    <form className="customer-form" onSubmit={decide}>
      <label>
        {t('page.day')}
        <input name="day" type="date" defaultValue={answerDay ?? onDay} />
      </label>
      <label>
        {t('page.note')}
        <input name="note" maxLength={500} defaultValue={answerNote} />
      </label>
      <div className="page-actions">
        <Button type="submit" name="answer" value="accepted" primary busy={busy}>
          {t('page.accept')}
        </Button>
        <Button type="submit" name="answer" value="declined" busy={busy}>
          {t('page.decline')}
        </Button>
      </div>
      {error !== null && <ProblemAlert error={error} />}
    </form>
  )
}

function SignForm({ id, token }: Pick<PartProps, 'token'> & { readonly id: string }) {
  const { t } = useTranslation('customer-links')
  const { busy, error, send } = useSend(token)
  const sign = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = { name: fieldText(new FormData(event.currentTarget), 'name') }
    send(() =>
      api('PUT /api/customer/invitations/:id/signature', { params: { id }, body, token, quiet: true }),
    )
  }
  return (
    <form className="customer-form" onSubmit={sign}>
      <label>
        {t('page.signer')}
        <input name="name" required maxLength={120} autoComplete="name" />
      </label>
      <Button type="submit" primary busy={busy}>
        {t('page.sign')}
      </Button>
      {error !== null && <ProblemAlert error={error} />}
    </form>
  )
}

/** Dossiers that were released to the customer. */
export function CustomerDossiers({ token, timeZone }: PartProps) {
  const { t } = useTranslation('customer-links')
  const { busy, error, submit } = useSubmit()
  const query = useQuery({
    queryKey: ['customer', 'dossiers', token],
    queryFn: ({ signal }) => api('GET /api/customer/dossiers', { token, signal, quiet: true }),
  })
  const { items } = query.data ?? {}
  const fetchFile = (id: string) =>
    void submit(async () =>
      saveFile(await download('GET /api/customer/dossiers/:id/file', { params: { id }, token, quiet: true })),
    )
  return (
    <>
      <QueryState query={query} />
      {error !== null && <ProblemAlert error={error} />}
      {items?.length === 0 && <p className="page-note">{t('page.noDossiers')}</p>}
      <ul className="customer-cards">
        {items?.map(({ id, orderNo, language, bytes, releasedAt }) => (
          <li key={id}>
            <h2>{orderNo}</h2>
            <p>
              {t('released', { at: formatInstant(releasedAt, timeZone, minute) })} · {languageNames[language]}{' '}
              · {bytesText(bytes)}
            </p>
            <Button busy={busy} onClick={() => fetchFile(id)}>
              {t('common:action.save')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
