-- Where the club is: set by the server at its start, so that a command that is run with other settings is refused in place of
-- mailing links that lead elsewhere. Null until a server has started.
ALTER TABLE club_state
  ADD COLUMN public_origin text,
  -- Whether it is served on this machine alone. A club that others have reached is never again taken for one that stays at home.
  ADD COLUMN at_home boolean;
