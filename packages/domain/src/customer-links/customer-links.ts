/** Longest time that a link is open without being extended. */
export const maxLinkDays = 366

/**
 * Before the code of a link's address, where it is sent as a token: it opens nothing but the question for the password.
 * Tokens of people have 43 letters and never begin with it.
 */
export const customerCodeMark = 'customer_code_'
