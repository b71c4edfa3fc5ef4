import type { Database, Statement } from '../database/database.ts';
import type { Ids } from '../ids/ids.ts';

export const CHATAPP_TABLES = `
	CREATE TABLE chatapp_accounts (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		phone_number_id TEXT NOT NULL UNIQUE,
		display_number TEXT NOT NULL,
		connected INTEGER NOT NULL,
		webhook_url TEXT
	) STRICT;
`;

/** A business number on the chat-app channel. */
export interface ChatAppAccount {
	readonly id: string;
	/** The opaque numeric id that the interface calls `phone_number_id`. */
	readonly phoneNumberId: string;
	/** What people see, E.164. */
	readonly displayNumber: string;
	readonly connected: boolean;
	/** Where raw inbound messages go instead of to the agent; null for none (section 6, `chatapp.received`). */
	readonly webhookUrl: string | null;
}

interface Row {
	id: string;
	phone_number_id: string;
	display_number: string;
	connected: number;
	webhook_url: string | null;
}

/** The chat-app business numbers that the account has connected through the dashboard. */
export class ChatAppAccounts {
	readonly #ids: Ids;
	readonly #all: Statement<Row>;
	readonly #byId: Statement<Row>;
	readonly #byPhoneNumberId: Statement<Row>;
	readonly #insert: Statement<never>;
	readonly #update: Statement<never>;

	constructor(database: Database, ids: Ids) {
		this.#ids = ids;
		this.#all = database.prepare('SELECT * FROM chatapp_accounts ORDER BY seq DESC');
		this.#byId = database.prepare('SELECT * FROM chatapp_accounts WHERE id = ?');
		this.#byPhoneNumberId = database.prepare('SELECT * FROM chatapp_accounts WHERE phone_number_id = ?');
		this.#insert = database.prepare(
			`INSERT INTO chatapp_accounts (id, phone_number_id, display_number, connected, webhook_url)
			VALUES (?, ?, ?, ?, ?)`,
		);
		this.#update = database.prepare(
			'UPDATE chatapp_accounts SET display_number = ?, connected = ?, webhook_url = ? WHERE id = ?',
		);
	}

	/** Newest first. */
	list(): ChatAppAccount[] {
		return this.#all.all().map(fromRow);
	}

	find(id: string): ChatAppAccount | undefined {
		const row = this.#byId.get(id);
		return row && fromRow(row);
	}

	findByPhoneNumberId(phoneNumberId: string): ChatAppAccount | undefined {
		const row = this.#byPhoneNumberId.get(phoneNumberId);
		return row && fromRow(row);
	}

	/** To be called within a write. */
	add(fresh: Omit<ChatAppAccount, 'id'>): ChatAppAccount {
		const account = { ...fresh, id: this.#ids.uuid('chatapp-account') };
		const { id, phoneNumberId, displayNumber, connected, webhookUrl } = account;
		this.#insert.run(id, phoneNumberId, displayNumber, Number(connected), webhookUrl);
		return account;
	}

	/** Changes what is given. To be called within a write. */
	change(
		account: ChatAppAccount,
		changes: Partial<Omit<ChatAppAccount, 'id' | 'phoneNumberId'>>,
	): ChatAppAccount {
		const changed = { ...account, ...changes };
		this.#update.run(changed.displayNumber, Number(changed.connected), changed.webhookUrl, account.id);
		return changed;
	}
}

function fromRow(row: Row): ChatAppAccount {
	return {
		id: row.id,
		phoneNumberId: row.phone_number_id,
		displayNumber: row.display_number,
		connected: row.connected === 1,
		webhookUrl: row.webhook_url,
	};
}
