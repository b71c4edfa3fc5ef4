/**
 * The effect of a word or phrase in a reply to a question for yes or no:
 * - `yes`, `no`: decides, also before words that are not known here;
 * - `agrees`, `declines`: decides where all the rest is known, since it begins other sentences too
 *   ("ok, who is this");
 * - `yesOrIf`: agrees where all the rest is known, otherwise means a condition;
 * - `filler`: neither adds nor takes away anything;
 * - `objection`: a negation, a change, a delay. Never approves, wherever it stands, and goes with a no;
 * - `doubt`: a condition, a question, a second thought. Neither approves nor declines, wherever it stands.
 */
export type Role = 'yes' | 'no' | 'agrees' | 'declines' | 'yesOrIf' | 'filler' | 'objection' | 'doubt';

/** Words and phrases by what they do, separated by commas. Case, accents, apostrophes and punctuation do not matter. */
export type Phrases = Partial<Record<Role, string>>;

/** How people answer in a language. */
export interface Language {
	/** In English. */
	name: string;
	phrases: Phrases;
	/** Words that mean this only in reply to a message in this language, as "tak", which is "thanks" in Danish. */
	inReplyToIt?: Phrases;
	/**
	 * The same for what is so short that it means the contrary somewhere else: bare letters, and "jo", which is
	 * no in Albanian. In human review they count only where the message names them.
	 */
	shortForms?: Phrases;
	/** Words by which a message is known to be in this language, as they are written and separated by spaces. */
	marks?: string;
	/** Words of a message that stand before the answer that it asks for, separated by commas, as in "reply Y". */
	askingFor?: string;
	/** Words, separated by spaces, that mean something else without their accents, as "sí" (yes) and "si" (if). */
	accented?: string;
	/** Nouns that stand before the number of a choice, separated by spaces. */
	numberNouns?: string;
	/** Words that go with choosing and do not tell which choice is meant, separated by spaces. */
	choosingWords?: string;
	/** The words for 1 to 10, separated by commas; several words for one of them are separated by spaces. */
	numbers?: string;
}
