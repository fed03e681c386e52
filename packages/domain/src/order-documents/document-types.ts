/** Accepted media types of documents. No schemas here, so the browser may import the values. */
export const documentTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/tiff',
  'image/avif',
  'image/heic',
  'video/mp4',
  'image/vnd.dwg',
  'application/x-7z-compressed',
  'application/vnd.rar',
  'application/zip',
  'application/x-ole-storage',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'text/plain',
] as const
export type DocumentType = (typeof documentTypes)[number]

/** Scans of certificates. */
export const scanTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
