-- What the application's role may not do itself: it has no right to change journals and rules, and so none to lock them either.
-- Both functions only lock, as their owner; the lock ends with the transaction of whoever called.

CREATE FUNCTION lock_journals() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE journals IN SHARE MODE;
END
$$;

CREATE FUNCTION lock_rules() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE rules IN SHARE ROW EXCLUSIVE MODE;
END
$$;
