/** The one official way to support outside of the app (D-30); the app names the same one (src/ui/support.tsx). */
export const SUPPORT_EMAIL = 'support@perch.example';
