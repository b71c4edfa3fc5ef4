import { removeSignature } from '../../../../nodes/text/signature';

it.each([
	['Yes\n\nSent from my iPhone', 'Yes\n'],
	['Yes\r\n-- \r\nMary Miller', 'Yes'],
	['> Shall we come?\nYes', 'Yes'],
	['Oui\nEnvoyé de mon iPhone', 'Oui'],
	['Ja\nAm Di., 3. März 2026 um 10:00 schrieb Shop:\n> Kommen Sie?', 'Ja'],
	['Sent from my iPhone', 'Sent from my iPhone'],
	['Yes\nIt was sent from Berlin', 'Yes\nIt was sent from Berlin'],
])('%j without a signature is %j', (text, expected) => {
	expect(removeSignature(text)).toBe(expected);
});
