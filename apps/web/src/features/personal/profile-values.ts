import type { UserInfo } from '@cloud-factory/contract/access'

/** What the form of one's own profile holds; an empty field is nothing. */
export type ProfileValues = {
  cnName: string
  email: string
  phone: string
}

export const profileOf = ({
  cnName,
  email,
  phone,
}: Pick<UserInfo, 'cnName' | 'email' | 'phone'>): ProfileValues => ({
  cnName,
  email: email ?? '',
  phone: phone ?? '',
})

export const profileInput = ({ cnName, email, phone }: ProfileValues) => ({
  cnName: cnName.trim(),
  email: email.trim() || null,
  phone: phone.trim() || null,
})
