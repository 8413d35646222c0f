// The texts of the host's desk, which no other page needs.
import { reader } from '$lib/messages/catalogue';
import { house } from '$lib/messages/house.en';

export const tell = reader(house);
