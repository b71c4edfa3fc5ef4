import { html } from 'htm/preact';
import { useResource } from '../state/data.js';
import { hrefOf } from '../state/place.js';

/** The call for the contacts whose names the page knows: the most recently active ones. */
const LATEST = '/contacts?limit=500';

/** @param {string} number of a person */
const keepDigits = (number) => number.replace(/\D/g, '');

/**
 * The name of a person, or their number if there is no name, with a link to their page.
 * @param {{ number: string, name?: string | null }} properties
 */
export function ContactLink({ number, name }) {
	const id = keepDigits(number);
	const contacts = useResource(LATEST).data?.contacts ?? [];
	const known = name ?? contacts.find((contact) => contact.id === id)?.name;
	return html`<a class="nowrap" href=${hrefOf(['contacts', id])} title=${number}>${known ?? number}</a>`;
}
