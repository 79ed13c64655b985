/** The one official way to support (D-30): the app, the mails and the club's texts name it. */
export const SUPPORT_EMAIL = 'support@perch.example';
